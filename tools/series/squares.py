"""Squares tiled with small pieces, at most two cells high: a state of the sweep is little more than the row that is begun."""

from __future__ import annotations

from collections.abc import Callable

from tools.series.target import OLD, Target


def _square(pieces: str) -> Callable[[int], str]:
    return lambda n: f"{pieces}@{n}x{n}"


SQUARES = (
    Target(
        "A353777",
        "tilings of the n x n square with monominoes, dominoes and 2 x 2 squares",
        _square("monomino*+dominoes*+tetrominoes:O*"),
        0,
        "1,1,8,163,15623,5684228,8459468955,50280716999785,1202536689448371122,115462301811597894998929,"
        "44537596159273736617786474211,69003082378039459280864860681919942,429429579883061866326542598342441907826951,"
        "10734684843612889640707750537898705644071715970757",
        OLD,
        "the entry links a list for n = 0..17, which the stored copy does not hold",
        listed=17,
    ),
    Target(
        "A353934",
        "tilings of the n x n square with monominoes, dominoes and right trominoes",
        _square("monomino*+dominoes*+trominoes:2*"),
        0,
        "1,1,11,369,83374,90916452,546063639624,17259079054003609,2916019543694306398589,2620143594924539083433405392,"
        "12541344781693990981151732534871036,319608708168951734031266758322647453517098,"
        "43373075269161087186367095378869660507262626652634",
        OLD,
        "the entry links a list for n = 0..16, which the stored copy does not hold",
        listed=16,
    ),
    Target(
        "A354067",
        "tilings of the n x n square with monominoes, right trominoes and 2 x 2 squares",
        _square("monomino*+trominoes:2*+tetrominoes:O*"),
        0,
        "1,1,6,47,3376,475962,355724934,777719132265,6953251175836902,211458363740571796706,24140111818602303894344572,"
        "9821069154293248979055457847110,14628885986751823763315761493151275720,"
        "78680004562091421665338332919348995334919722",
        OLD,
        "the entry links a list for n = 0..16, which the stored copy does not hold",
        listed=16,
    ),
    Target(
        "A220061",
        "tilings of the n x n square with monominoes and right trominoes",
        _square("monomino*+trominoes:2*"),
        0,
        "1,1,5,39,2023,249651,128938297,207866584389,1208344842789831,23649239068131551559,1609120545126107661426575,"
        "375082120094104660413783094451,301522432794951154854984388046484015,833441700776362178606942848178200903068675,"
        "7931715551857283775957120938092133944383839378911",
        OLD,
        "the table A220054, of which this is the diagonal, has a list of antidiagonals 0..35 by Liang Kai (2025), "
        "which the stored copies do not hold; it ends with 17 x 18",
        listed=17,
    ),
    Target(
        "A219994",
        "tilings of the n x n square with dominoes and right trominoes",
        _square("dominoes*+trominoes:2*"),
        0,
        "1,0,2,8,380,21272,5350806,3238675344,6652506271144,38896105985522272,711716770252031164458,"
        "38776997923112110535353528,6460929292946758939597712150496,3245656750963660788826395580466708824,"
        "4953412325525289651086730443567098343730966,22873302288206466754758793232467436030071524731072",
        OLD,
        "the table A219987, of which this is the diagonal, has a list of antidiagonals 0..35 by Liang Kai (2025), "
        "which the stored copies do not hold; it ends with 17 x 18",
        listed=17,
    ),
    Target(
        "A219952",
        "tilings of the n x n square with right trominoes and 2 x 2 squares",
        _square("trominoes:2*+tetrominoes:O*"),
        0,
        "1,0,1,0,6,0,545,5504,652036,44013568,11112714624,3517475475328,2781543486427548,3568483481372543360,"
        "9829161878198755474915,48599777948701165162242560,484370819140388708451108625276,"
        "9036085159101926537420075859958528",
        OLD,
        "the table A219946, of which this is the diagonal, has a list of antidiagonals 0..35, which end with 17 x 18",
    ),
    Target(
        "A233807",
        "tilings of the n x n square with right trominoes and at most one monomino",
        _square("monomino?+trominoes:2*"),
        0,
        "1,1,4,0,16,128,162,34528,943096,1193600,3525377600,480585761344,2033502499954,46983507796973152,"
        "32908187880881958736,458324092996867592192,83153202122213272708832688,299769486068040749617049301344",
        OLD,
        "the table A351322 of 3k x n rectangles has a list of antidiagonals 0..30 by Andrew Howroyd, which the "
        "stored copies do not hold; it must have a(18) and a(21), without a monomino",
        listed=18,
    ),
)
