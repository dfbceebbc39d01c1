"""The published sequences that are carried further: what they count, and their terms in the stored copies of the OEIS."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count, islice

from tilewright import Board
from tools.series.benzel import benzel
from tools.series.squares import SQUARES
from tools.series.target import OLD, Target


def _pieces(*drawings: str) -> str:
    """TOML of pieces that neither turn nor flip, any number of each; rows are divided by `/`."""
    tables = (
        f'[[piece]]\nname = "P{number}"\nshape = """\n{drawing.replace("/", chr(10))}"""\n'
        'copies = "any"\nturn = false\nflip = false\n'
        for number, drawing in enumerate(drawings, 1)
    )
    return "\n".join(tables)


SKEW = (".##/##.", "##./.##")
BLOCK, BAR = "##/##", "####"


def _aztec(*drawings: str) -> Callable[[int], str]:
    return lambda n: f'board = "a{n}"\n{_pieces(*drawings)}'


def _benzel(a: Callable[[int], int], b: Callable[[int], int], bones: int) -> Callable[[int], str]:
    """Benzels with stones and so many of the three directions of bones."""
    drawings = ("# # #", "# ./ #/. #")[:bones]

    def text(n: int) -> str:
        board = str(Board(benzel(a(n), b(n)), lattice="hexagonal"))
        sets = "trihexes:13*" if bones == 3 else "trihexes:3*"
        head = f'lattice = "hexagonal"\npieces = "{sets}"\nboard = """\n{board}\n"""\n'
        return head + (_pieces(*drawings) if bones < 3 else "")

    return text


def cuboid(n: int) -> tuple[int, int, int]:
    """The n-th of the cuboids a x b x c with a >= b >= c >= 1, from n = 1 on, by rows.

    >>> [cuboid(n) for n in range(1, 6)]
    [(1, 1, 1), (2, 1, 1), (2, 2, 1), (2, 2, 2), (3, 1, 1)]
    """
    every = ((a, b, c) for a in count(1) for b in range(1, a + 1) for c in range(1, b + 1))
    return next(islice(every, n - 1, None))


def _cubes(n: int) -> str:
    """The n-th cuboid and all cubes that fit, any number of each."""
    sides = cuboid(n)
    drawings = ["//".join(["/".join(["#" * side] * side)] * side) for side in range(1, min(sides) + 1)]
    return f'lattice = "cubic"\nboard = "{"x".join(map(str, sides))}"\n{_pieces(*drawings)}'


TARGETS = (
    Target(
        "A356512",
        "tilings of the Aztec diamond of order n with dominoes and square tetrominoes",
        lambda n: f"dominoes*+tetrominoes:O*@a{n}",
        0,
        "1,3,19,293,10917,996599,222222039,121552500713,162860556763865,535527565429290907,4318205059450240425083,"
        "85475498697714319842817853,4151186175463797888945512144221",
        "1b0fc124a9149309eb4008149284400152315d54",
    ),
    Target(
        "A356513",
        "tilings of the Aztec diamond of order n with horizontal skew and square tetrominoes",
        _aztec(*SKEW, BLOCK),
        0,
        "1,1,2,6,40,364,7904,226152,15835008,1439900880,324189571584,94080051207136,68041472016287744,"
        "63145927127133361600,146637148542938673930240,435697213021432661980535936",
        OLD,
    ),
    Target(
        "A356514",
        "tilings of the Aztec diamond of order n with horizontal skew, horizontal straight and square tetrominoes",
        _aztec(*SKEW, BAR, BLOCK),
        0,
        "1,1,2,10,116,3212,209152,32133552,11631456480,9922509270288,19946786274879008,94492874103638971552,"
        "1054865198752147761744448",
        OLD,
    ),
    Target(
        "A356523",
        "tilings of the Aztec diamond of order n with dominoes and horizontal straight tetrominoes",
        _aztec("##", "#/#", BAR),
        0,
        "1,2,11,209,12748,2432209,1473519065,2827837404882,17158790773744279,329479797284568074621,"
        "20021122370390985464701796,3849702362426399132776261664897,2342395734889640880082957470488832361",
        OLD,
        "the entry links a list for n = 0..16, which the stored copy does not hold",
        listed=16,
    ),
    Target(
        "A377309",
        "stones-and-bones tilings of a hexagonal triangle of side n",
        lambda n: f"trihexes:13*@t{n}",
        0,
        "1,0,1,3,0,30,246,0,25321,591103,0,603105309,41333676318,0,410382321560202,83918368144461643,0,"
        "8025244898075570226296,4941312847984149589980261",
        "ce6cc35c0052e2b5dbffd7ac4b9bba2453d392cb",
    ),
    Target(
        "A270071",
        "tilings of the n x n square with monominoes and trominoes",
        lambda n: f"monomino*+trominoes*@{n}x{n}",
        0,
        "1,1,5,93,7517,2501946,3473827027,19823918037604,466326405037190729,45283517791861200639757,"
        "18137923612752525595542410804,29967243098804386765778629249653298,204247259656641635611144023845458294818885",
        OLD,
        "the table A270061, of which this is the diagonal, links antidiagonals 0..25, which end at 12 x 12",
    ),
    Target(
        "A263425",
        "tilings of the 2n x 2n square with tetrominoes",
        lambda n: f"tetrominoes*@{2 * n}x{2 * n}",
        0,
        "1,1,117,178939,19077209438,72713560548906621",
        OLD,
        "the table A230031, of which this is every second of the diagonal, has a list of antidiagonals 0..27 by Liang Kai (2025), "
        "which the stored copies do not hold; it must have a(6), and it ends before a(7)",
        listed=6,
    ),
    Target(
        "A228267",
        "dissections of the n-th cuboid a x b x c, a >= b >= c, into cubes",
        _cubes,
        1,
        "1,1,1,2,1,1,3,1,5,10,1,1,5,1,11,31,1,35,167,2098,1,1,8,1,21,76,1,93,635,15511,1,314,3354,185473,4006722,1,1,13,1,"
        "43,210,1,269,2887,151378,1,1213,22478,3243515,143662050,1,6427,235150,112411358",
        OLD,
        "n = 56 is the cube of side 6, n = 84 that of side 7",
    ),
    Target(
        "A364416",
        "stones-and-bones tilings of the (n, 2n-4)-benzel",
        _benzel(lambda n: n, lambda n: 2 * n - 4, 3),
        3,
        "1,10,84,724,6516,60900,586404,5777916,57952212,589381020,6060195316,62863155972",
        "0b39ded317e0cbd4b106e21bd7372faeedd27120",
    ),
    Target(
        "A364417",
        "stones-and-bones tilings of the (n, 2n-3)-benzel",
        _benzel(lambda n: n, lambda n: 2 * n - 3, 3),
        3,
        "3,18,142,1266,12030,118650,1198230,12296202,127633590,1336133730,14079114270,149124688482",
        "0b39ded317e0cbd4b106e21bd7372faeedd27120",
    ),
    Target(
        "A364481",
        "stones-and-bones tilings of the (3n+1, 3n+1)-benzel, one direction of bones forbidden",
        _benzel(lambda n: 3 * n + 1, lambda n: 3 * n + 1, 2),
        1,
        "4,224,168960,1705639936,229940737867776,413561647491497066496,9918120959299139713735065600",
        "72fddac3e27735b2f54d3024c6e0c02f2c8d5124",
    ),
    Target(
        "A364482",
        "stones-and-bones tilings of the (3n+1, 3n+2)-benzel, one direction of bones forbidden",
        _benzel(lambda n: 3 * n + 1, lambda n: 3 * n + 2, 2),
        1,
        "6,512,591360,9160359936,1897011087409152,5244422625774526267392,193403358706333224417833779200,"
        "95098462720808932931887549372170240000",
        "72fddac3e27735b2f54d3024c6e0c02f2c8d5124",
    ),
    Target(
        "A364483",
        "stones-and-bones tilings of the (3n-1, 3n)-benzel, one direction of bones forbidden",
        _benzel(lambda n: 3 * n - 1, lambda n: 3 * n, 2),
        1,
        "1,16,3360,9371648,347950546944,172066422921363456,1133503548832944876421120",
        "571197984aeda7b8b680fe3a1f6a43f9898cd441",
    ),
    Target(
        "A181205",
        "tilings of the 2 x n x n box with dicubes",
        lambda n: f"dicubes*@{n}x{n}x2",
        0,
        "1,1,9,229,32000,19114420,53786626921,690427159718433,40891433857372174697,11135886394033736561250816,"
        "13961976233873461322297385441657",
        OLD,
    ),
    Target(
        "A287153",
        "tilings of the 2 x n x n box with unit cubes and dicubes",
        lambda n: f"monocube*+dicubes*@{n}x{n}x2",
        0,
        "1,2,108,90040,1441534384,423657524608288,2303329608950881340608,231357371294195870227169041024,"
        "429425508267098531071850722486436668160",
        OLD,
    ),
    *SQUARES,
)
BY_ID = {target.id: target for target in TARGETS}
