// The library's sentences for players: rows and columns counted from one, and no names of placements, which are marked
// on the board.

export function plain(text) {
  return text
    .replace(/ at \d+(,\d+)+\/\w+/g, "")
    .replace(/\((\d+), (\d+)\)/g, "row $1, column $2")
    .replace(/\b(row|column|layer) (\d+)/g, (_, word, n) => `${word} ${Number(n) + 1}`);
}
