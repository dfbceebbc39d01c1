// What the page's modules hand to one another, for `tsc` alone (jsconfig.json): no browser ever sees this file.

import { Lattice as LatticeClass } from "./static/core/lattice.js";
import { Store as StoreClass } from "./static/state/store.js";
import { Pages as PagesClass } from "./static/play/pages.js";
import { Space as SpaceClass } from "./static/play/space.js";
import { Stage as StageClass } from "./static/play/stage.js";
import { Zoom as ZoomClass } from "./static/play/zoom.js";

declare global {
  type Lattice = LatticeClass;
  type Store = StoreClass; // the page's one state
  type Pages = PagesClass;
  type Space = SpaceClass;
  type Stage = StageClass;
  type Zoom = ZoomClass;
  type Atom = number[]; // [row, column], with the layer before it in space and the kind behind it where cells have several
  type Point = number[]; // x to the right, y down, in cells
  type Rect = number[]; // top, left, height, width
  type CellRow = (number | string)[]; // a cell as puzzle files write it: [row, column] or [row, column, "nesw"]
  type Labels = string[]; // of a tile's sides, in the order of the lattice's neighbours
  // Of an element; `on...` are listeners.
  type Attributes = {
    [name: string]: unknown;
    [listener: `on${string}`]: ((event: any) => unknown) | undefined;
  };
  type Tags = HTMLElementTagNameMap;
  type SvgTags = SVGElementTagNameMap;
  type TextOf<T> = (value: T) => string;
  type Texts = (value: string) => string[]; // what it is called, and what that means
  type Told<T> = (value: T) => unknown; // hears what was chosen
  type Child = Node | string | number | null | undefined | Child[];
  type Values = Record<string, string | number | bigint | null | undefined>; // what is put into a text
  type Kept = Record<string, unknown>; // what a browser kept, not made sure of
  type Notes = Record<string, string>; // pencil marks by the cell's name
  type Box = { x: number; y: number; width: number; height: number };

  interface Motion {
    name: string;
    matrix: number[][];
    kinds: number[];
    offsets: number[][];
    mirrored: boolean;
  }

  // A lattice as the server tells it (`lattice_view` in puzzles.py).
  interface LatticeTable {
    name: string;
    dimension: number;
    letters: string;
    polygons: Point[][];
    step: number[][];
    neighbours: number[][][];
    blocks: number[][];
    ball: number;
    below: number[];
    unit: number;
    usual: string;
    motions: Motion[];
    groups: [string, string[]][];
    player: Record<string, string>;
    palette: string[];
    regions: string[];
  }

  interface Orientation {
    atoms: Atom[];
    motion?: string;
    labels?: Labels;
  }

  type Copies = [number, number | null]; // least and most, null for any number
  // A piece as puzzle files write it.
  interface PieceTable {
    name?: string;
    shape?: string;
    cells?: CellRow[];
    color?: string;
    motions?: unknown;
    turn?: boolean;
    flip?: boolean;
  }
  interface Piece {
    name: string;
    color: string;
    label?: string; // what it is called, where that is not its name
    copies: Copies;
    table?: PieceTable;
    orientations: Orientation[];
    turns: Record<string, number[]>;
  }

  interface LabelLook {
    color: string;
    number: number;
    partner: string;
    figure: Point[][];
    ink: string;
    hollow: boolean;
  }

  // A puzzle as the server tells it (`puzzle_view` in puzzles.py).
  interface View {
    puzzle: string;
    kind: string;
    name: string;
    title?: string;
    lattice: string;
    digest: string;
    atoms: Atom[];
    optional: Atom[];
    extent: number[];
    rows: number;
    columns: number;
    pieces_list: Piece[];
    clues: Clue[];
    labels?: [...number[], string][]; // what stands on cells: an atom and a text
    pinned: Placement[]; // what lies there from the beginning; not of every kind
    tile_labels: Record<string, LabelLook>; // for tiles alone
    border: string; // a label, "free" or "uniform"
    texts?: [string, number, number, number][]; // written on the board: text, x, y, size
    made?: { system: string; difficulty: string; seed: number; rows?: number; columns?: number };
    box?: OwnedBoard;
  }
  type Clue = [number, number, number | null]; // row, column, number: null for one to find out
  // A board of a box that people own: which of its boards, and what is open on it.
  interface OwnedBoard {
    name: string;
    board: string;
    boards: string[];
    groups: string[][];
    open: string[];
    dice: boolean;
  }
  type Ladder = { letters: string; tilings: number }; // a step of a ladder
  // A solved puzzle in the statistics.
  interface Result {
    day: string;
    kind: string;
    seconds: number;
    hints: number;
    source: string;
  }
  // A row of the list of boxes.
  interface BoxRow {
    box: string;
    game: string;
    title: string;
    board: string;
    card: Card;
  }
  // A row of the catalogue, and how far the puzzle is.
  interface Item {
    name: string;
    title: string;
    system: string;
    difficulty: string;
    cells: number;
    card: Card;
  }
  interface Mark {
    solved: boolean;
    best: number | null;
    begun: boolean;
    placed: Placement[] | null;
    touched: number;
  }
  type MarkOf = (source: string) => Mark;
  type Days = Record<string, Record<string, number>>; // date -> system -> seconds

  // All that the page knows of a kind of puzzles, in state/kinds.js and in the kind's module. What may be left out is done as
  // with pieces.
  interface Kind {
    load(): Promise<object>; // its module, which exports a part of this
    tabs: string[]; // the views of a puzzle
    bench(): string; // of Make, in make/: what is done with drafts; an Error says why puzzles are not edited
    draftsOn(lattice: string): boolean; // whether drafts of the kind lie there
    links: string[]; // other programs' formats that a link is written in
    printText(lattice: Lattice): string; // key of the text about printing it
    craftText: string; // the same about what is made of it:
    crafts(lattice: Lattice): string[]; // by hand
    explorations: string[]; // of its solutions, in Solve
    resultName(view: View): string; // what it is to the statistics
    cardShare: number; // of the pieces, laid on the card of a puzzle that is not in the list
    cardParts(view: View): Partial<Card>; // what else is on that card
    margin: number; // cells around a board
    border(lattice: Lattice, view: View): Element[]; // what is drawn there
    latticeOf(view: View, lattices: Record<string, Lattice>): Lattice; // what it lies on
    motionOf(row: { id?: string }): string | undefined; // of a placement, where it is not known by its cells
    lookOf(view: View, placement: Placement): Look;
    looksOf(lattice: Lattice, view: View, placements: Placement[]): Look[];
    // what is written on the board, and how it goes with what lies there
    writing(view: View): { root: SVGElement | string; show(placements: Placement[]): void };
    mapButtons: number; // of pieces on the map of places, beyond which they are a list
    mapText(percent: string): string; // of a cell there
    homesOf(piece: string): Atom[][]; // cells of the board that stand for a piece
    subject(view: View, piece: string): string; // of a sentence
    reasonText(reason: Reason, view: View): string; // empty where the usual words will do
    faultText(fault: Fault, view: View): string; // the same
    whyKey(technique: string): string; // of a text, if there is one
    Player?: new (store: Store, hooks: PlayHooks) => Player; // plays it
    // makes sure of what a browser kept, or a stranger sent: null where it cannot lie there
    readerOf?(
      view: View,
      lattice: Lattice,
    ): (piece: string, atoms: Atom[], motion?: string) => Placement | null;
    isSolution?(view: View, placements: Placement[], lattice: Lattice): boolean; // of what covers the board once
  }

  // Who plays the open puzzle: what Play asks of it.
  interface Player {
    readonly tools: string[]; // that may be taken
    readonly motions: string[]; // that the toolbar has buttons for
    readonly help: string;
    readonly rule?: string; // said below the board
    readonly pieces?: Piece[]; // in the tray
    readonly isCarried: boolean;
    readonly isIdle: boolean; // nothing is held or begun
    attach(stage: Stage): void;
    close(): void;
    shapes(isTried: (placement: Placement) => boolean): SVGElement[]; // what lies there
    redraw(penciled: string): void;
    turn?(how: string): void;
    key(event: KeyboardEvent): boolean; // whether the key meant anything
    cancel(): void;
    isFree(event: PointerEvent): boolean; // whether a press is about nothing of its own
    takesTwo(): boolean; // whether a second finger is
  }
  // What the buttons of Play do.
  interface Does {
    turn(how: string): void;
    undo(): void;
    redo(): void;
    hint(): void;
    check(): void;
    again(): void;
    tryOut(): void;
    keep(): void;
    drop(): void;
    useTool(name: string): void;
    more(): void;
    solve(): void;
  }
  // What Play does for who plays.
  interface PlayHooks {
    commit(placed: Placement[]): void;
    refresh(): void;
    say(text: string): void;
    pick(name: string): boolean; // whether the piece is for the pencil
    zoom: Zoom;
    pages: Pages;
    space: Space;
  }
  // A piece in the hand. It is pressed first; then it is dragged, or carried (it follows the mouse), or lies at a place of the
  // board until a tap or a key lays it.
  interface Held {
    index: number; // of the piece
    mode: "press" | "drag" | "carry" | "place";
    grab: number[]; // where it is held, as a cell in fractions
    lifted?: Placement; // what it was on the board
    at?: number[]; // its cell there
    pointer: Point;
    start: Point;
    touch: boolean;
    since: number; // milliseconds
    timer?: number; // of a long press
    pressed?: boolean; // again, while it is carried
    told?: number; // the orientation that was said last
  }
  // Draws outlines around lists of atoms, good or bad ones, and shades atoms that are refuted.
  type MarkBoard = (marks?: Atom[][], good?: boolean, refuted?: Atom[]) => void;
  type Place = { shift: number[]; atoms: Atom[] };
  // Where pieces may lie.
  interface PlacesOfPieces {
    fit(atoms: Atom[], placed: Placement[]): boolean;
    nearest(shape: Atom[], at: number[], placed: Placement[], within: number): Place | null;
    free(shape: Atom[], placed: Placement[]): number[];
    clamp(shape: Atom[], at: number[]): number[];
  }
  // How what is drawn on a board would lie there: a placement, or why none may.
  type Choice =
    | { placement: Placement; why?: string; values?: Values }
    | { placement?: undefined; why: string; values?: Values };

  // A piece of the puzzle that is being made, and that puzzle (make/draft.js says what each is).
  interface DraftPiece {
    name: string;
    color: string;
    atoms: Atom[];
    copies: Copies;
    table: PieceTable;
  }
  interface Draft {
    kind: string;
    name: string;
    lattice: string;
    size: number[];
    cells: Record<string, string>;
    given: Record<string, string>;
    pieces: DraftPiece[];
    numbers: Record<string, number | null>; // null for one to find out
    rest: Kept;
  }
  type SymmetryStep = "turns" | "mirrors" | "axis";
  type KeptDraft = { draft: Draft; at: number };
  type Grid = { kind: string; lattice: string; size: number[] }; // a board that a draft may begin with
  // Images of what is painted; what the group is called.
  interface SymmetryGroup {
    turns: string;
    mirrors: string;
    axis: string;
    motions: { motion: Motion; shift: number[] }[];
  }
  // The state of Make; a draft and its bench are there as soon as it is seen.
  interface Make {
    draft: Draft;
    past: string[];
    seen: string | null;
    shown: Draft | null;
    bench: Bench;
    refresh(what: string): void;
    brush: { tool: string; piece: string; symmetry: SymmetryGroup | null };
    cursor: Atom;
    stroke: { erase: boolean; first: boolean; at: Point } | null;
    isTyping: boolean;
    drawn: Map<string, Atom>;
    coming: Promise<unknown>;
    template: { shape: string; side: number };
    backdrop: { bitmap: ImageBitmap; href: string } | null;
  }

  // What Make does with the drafts of a kind, beside the board and on it. `rebuild` builds the view anew.
  interface Bench {
    grids: Record<string, Grid>;
    gridOf(draft: Draft): string; // on which of them it lies
    takeOver(draft: Draft, view: View, file: PuzzleFile): void; // from a puzzle and its file
    label(): string; // what the board is called
    help(): string;
    brushes(): Element | null;
    side(rebuild: () => void): Child; // what stands beside the board, and in the box about its frame:
    surface(rebuild: () => void): Element | null;
    shapes(rebuild: () => void): Child;
    fillButton(fill: (full: boolean) => void): Element | null;
    refresh(what: string): void;
    painted(lattice: Lattice): Element[]; // on the board
    press(block: Atom[], at: Point, event: PointerEvent): void;
    drag(at: Point): void;
    moved(): void; // the cursor
    typeKey(name: string): boolean; // whether the key means anything
    told(names: string[]): string; // what the cell under the cursor is
    fileOf(draft: Draft): Kept; // throws an Error where something is missing
  }

  // The parts of a puzzle's file that Make takes over.
  interface PuzzleFile {
    piece: PieceTable[];
    pinned?: unknown[];
  }

  interface Placement {
    piece: string;
    atoms: Atom[];
    motion?: string;
    rect?: Rect;
    fixed?: boolean;
  }

  // A placement as solutions write it.
  interface PlacementRow {
    piece: string;
    cells: CellRow[];
    corners?: unknown[][]; // of a polygon, in place of cells
    rect?: Rect;
    id?: string;
  }

  type Dress = (group: SVGElement, placement: Placement, number: number) => void; // does more with what is drawn
  // How a piece or tile is drawn.
  interface Look {
    name?: string;
    color?: string;
    index?: number;
    className?: string;
    labels?: Labels;
    looks?: Record<string, { color: string } & Partial<LabelLook>>;
    isPlain?: boolean;
    letters?: number; // pixels a cell from which on its name is written
    draw?: (lattice: Lattice, atoms: Atom[], look: Look) => SVGElement; // where it is no piece
  }

  interface ShownTile {
    atom: Atom;
    labels: Labels;
  }
  interface Meeting {
    lines: Point[][];
    atoms: Atom[];
    isMatch: boolean;
  }
  type Undone = (change: Change) => Change;
  interface Change {
    out: Placement[];
    in: Placement[];
    notes?: { before: Notes; after: Notes };
  }
  // What a browser keeps of a puzzle (state/progress.js says what each is).
  interface Progress {
    placed: Placement[];
    past: Change[];
    future: Change[];
    notes: Notes;
    trial: Placement[] | null;
    seconds: number;
    begun: boolean;
    finished: boolean;
    solved: boolean;
    best: number | null; // seconds
    hints: number;
    led: number;
    moves: number;
    touched?: number;
  }

  interface Solution {
    placements: PlacementRow[];
  }
  interface Route {
    view: string;
    source: string;
    at: string;
    day?: string;
  }
  interface Hint {
    kind: string;
    technique: string;
    atoms: Atom[];
    pieces: string[];
    placements: (Placement & { id?: string })[];
    others?: number;
    rule?: string;
  }
  // The picture of a puzzle (puzzles/thumbnail.js says what is in it).
  interface Card {
    lattice: string;
    atoms?: Atom[] | null;
    box: number[];
    board: string;
    optional?: string;
    pieces: CardPiece[];
    clues?: [number, number, number | string][]; // column, row, text
    tiles?: Record<string, string[]>; // colors by the tiles' names
    laid?: Placement[];
  }
  // Name, color, copies, outline and its left, top, width and height.
  type CardPiece = [string, string, number, string, number, number, number, number];
  interface Thing {
    atoms: Atom[];
    color?: string;
    className?: string;
    faces: Face[];
  }
  interface Answer {
    ok: boolean;
    status: number;
    json(): Promise<any>; // as the server writes it
    text(): Promise<string>;
    blob(): Promise<Blob>;
  }
  // What answers the page: the server, workers of the static site, a notebook.
  interface Backend {
    ready?: Promise<unknown>; // fulfilled once answers come at their usual pace
    request(path: string, options?: Asking): Promise<Answer>;
    search(hearing: Hearing, job: Job, begin: () => Promise<{ id: string }>): Promise<{ stop(): unknown }>;
    printingBytes?(): Promise<number>;
  }
  type Asking = { method?: string; headers?: Record<string, string>; body?: string };
  // What hears the events of a search.
  interface Hearing {
    readonly isOver: boolean;
    tell(event: SearchEvent): void;
    stop(): void;
  }
  // The files of the static site, by their names.
  type SiteFiles = Record<string, { bytes: number; sha256: string }>;
  // What a worker with Python says by itself, and what it answers.
  interface WorkerNews {
    kind: string;
    text?: string;
    total?: number;
    bytes?: number;
  }
  interface WorkerAnswer {
    kind: string;
    text?: string;
    id?: number;
    status?: number;
    content?: BlobPart;
    type?: string;
  }
  type Patience = { on?: (event: SearchEvent) => void; patience?: number }; // in milliseconds, 0: any time
  interface Refusal {
    error?: string;
    kind?: string;
    values?: Values;
  }
  type Job = Record<string, string | number>;
  type Hearers = {
    solutions?(event: { solutions: Solution[] }): unknown;
    progress?(event: SearchProgress): unknown;
    end?(event: SearchEnd): unknown;
  };
  type SearchEvent =
    | ({ event: "solutions" } & { solutions: Solution[] })
    | ({ event: "progress" } & SearchProgress)
    | ({ event: "end" } & SearchEnd);
  interface SearchProgress {
    waiting?: number; // place in the queue
    fraction?: number;
    nodes?: number;
    solutions?: number | null;
    seconds?: number;
    estimate?: number;
  }
  interface SearchCount {
    bound: string;
    value_text: string;
  }
  // How a search ended, and what it was asked for.
  interface SearchEnd extends Refusal {
    ended: string;
    text?: string;
    asked?: string;
    seconds?: number;
    verdict?: string;
    count?: SearchCount | number | null;
    reason?: Reason;
    sent?: number;
    full?: boolean;
    up_to?: string;
    unique_up_to?: string;
    orbit?: string;
    total?: string; // of the map: solutions, and how many have a piece on a cell
    places?: { pieces: string[]; cells: [Atom, string][] }[];
    steps?: SearchStep[]; // to watch
    placements?: PlacementRow[];
    whole?: boolean;
  }
  type SearchStep =
    ["lay", number] | ["take"] | ["found"] | ["look", Atom, number] | ["choose", string[], number];

  interface Reason {
    kind: string;
    cells: CellRow[];
    weights: number[][]; // [...atom, weight]
    modulus: number;
    pieces?: Record<string, number>;
  }
  interface Fault {
    rule: string;
    atoms: Atom[];
  }
  // A side of a solid: its corners, the vector out of it, and where it is drawn from.
  interface Face {
    corners: number[][];
    normal: number[];
    home: number[];
    name: string;
    back: string;
    color: string;
    className?: string;
  }

  // As `[]` does: whoever asks knows that there is one.
  interface Array<T> {
    at(index: number): T;
    pop(): T;
    find(passes: (value: T, index: number, all: T[]) => unknown): T;
  }
  interface Map<K, V> {
    get(key: K): V;
  }
  interface WeakMap<K extends WeakKey, V> {
    get(key: K): V;
  }
  interface ObjectConstructor {
    groupBy<T>(items: Iterable<T>, nameOf: (item: T) => PropertyKey): Record<string, T[]>;
  }
  // What is asked for is seen, or written as text.
  interface UIEvent {
    readonly target: Element & HTMLOrSVGElement;
    readonly currentTarget: Element & HTMLOrSVGElement;
  }
  interface SVGGraphicsElement {
    getScreenCTM(): DOMMatrix;
  }
  interface Element {
    setAttribute(name: string, value: any): void;
    closest(selectors: string): any;
  }
  interface ParentNode {
    querySelector(selectors: string): any;
    querySelectorAll(selectors: string): NodeListOf<any>;
  }
  interface Document {
    activeElement: any;
    getElementById(id: string): any;
  }
  const VERSION: string; // the service worker's, written by the build
  const FILES: any;
  interface Window {
    skipWaiting: any; // of the service worker
    clients: any;
    newKernel: any; // of the site's worker
    navigation?: any;
  }
}

// What constructors take over with `Object.assign`.
declare module "./static/core/lattice.js" {
  interface Lattice extends Omit<LatticeTable, "neighbours"> {
    flat: Lattice; // the flat one of a wrapped lattice
    periods: number[];
    frame: Box; // of the layer at the top, of a lattice with room between layers
    only?: number | null;
  }
}
// What a player that draws has of its own.
declare module "./static/play/drawing.js" {
  interface DrawingPlayer {
    given: string; // key of what is said where something given lies
    help: string;
    begin(atom: Atom, keyed: boolean): void;
    follow(atom?: Atom): void; // the pointer, while it draws
    drawn(): Atom[];
    choose(drawn: Atom[], rest: Placement[]): Choice;
    clear(): void;
    touch(): void; // where the cursor is
    redraw(): void;
  }
}
