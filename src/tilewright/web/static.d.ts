// What the page's modules hand to one another, for `tsc` alone (jsconfig.json): no browser ever sees this file.

import { Lattice as LatticeClass } from "./static/core/lattice.js";

declare global {
  type Lattice = LatticeClass;
  type Atom = number[]; // [row, column], with the layer before it in space and the kind behind it where cells have several
  type Point = number[]; // x to the right, y down, in cells
  type Rect = number[]; // top, left, height, width
  type CellRow = any[]; // a cell as puzzle files write it: [row, column] or [row, column, "nesw"]
  type Labels = number[]; // of a tile's sides, in the order of the lattice's neighbours
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
  type Values = Record<string, any>; // what is put into a text
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

  interface Piece {
    name: string;
    color: string;
    label?: string; // what it is called, where that is not its name
    copies: any[]; // [least, most], most null for any number
    table?: any;
    orientations: Orientation[];
    turns: Record<string, number[]>;
  }

  interface LabelLook {
    color: string;
    number: number;
    partner: number;
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
    clues: any[];
    labels?: any[];
    pinned: Placement[]; // what lies there from the beginning; not of every kind
    tile_labels: any; // a list of LabelLook, for tiles alone
    border: any;
    texts?: [string, number, number, number][]; // written on the board: text, x, y, size
    made?: any;
    [more: string]: any;
  }

  // All that the page knows of a kind of puzzles, in state/kinds.js and in the kind's module. What may be left out is done as
  // with pieces.
  interface Kind {
    load(): Promise<Partial<Kind>>; // its module
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
    cardParts(view: View): Record<string, any>; // what else is on that card
    margin: number; // cells around a board
    border(lattice: Lattice, view: View): Element[]; // what is drawn there
    latticeOf(view: View, lattices: Record<string, Lattice>): any; // what it lies on
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
    Player?: new (store: Store, hooks: any) => any; // plays it
    // makes sure of what a browser kept, or a stranger sent: null where it cannot lie there
    readerOf?(
      view: View,
      lattice: Lattice,
    ): (piece: string, atoms: Atom[], motion?: string) => Placement | null;
    isSolution?(view: View, placements: Placement[], lattice: Lattice): boolean; // of what covers the board once
  }

  // A piece of the puzzle that is being made, and that puzzle (make/draft.js says what each is).
  interface DraftPiece {
    name: string;
    color: string;
    atoms: Atom[];
    copies: any[];
    table: any;
  }
  interface Draft {
    kind: string;
    name: string;
    lattice: string;
    size: number[];
    cells: Record<string, string>;
    given: Record<string, string>;
    pieces: DraftPiece[];
    numbers: Record<string, any>; // null for one to find out
    rest: Record<string, any>;
  }
  // The state of Make; a draft and its bench are there as soon as it is seen.
  interface Make {
    draft: Draft;
    past: string[];
    seen: string | null;
    shown: Draft | null;
    bench: Bench;
    refresh(what: string): void;
    brush: any;
    cursor: Atom;
    stroke: any;
    isTyping: boolean;
    drawn: Map<string, Atom>;
    coming: Promise<unknown>;
    template: { shape: string; side: number };
    backdrop: any;
  }

  // What Make does with the drafts of a kind, beside the board and on it. `rebuild` builds the view anew.
  interface Bench {
    grids: Record<string, any>; // boards that a draft may begin with: {kind, lattice, size}
    gridOf(draft: Draft): string; // on which of them it lies
    takeOver(draft: Draft, view: View, file: any): void; // from a puzzle and its file
    label(): string; // what the board is called
    help(): string;
    brushes(): Element | null;
    side(rebuild: () => void): any; // what stands beside the board, and in the box about its frame:
    surface(rebuild: () => void): Element | null;
    shapes(rebuild: () => void): any;
    fillButton(fill: (full: boolean) => void): Element | null;
    refresh(what: string): void;
    painted(lattice: Lattice): Element[]; // on the board
    press(block: Atom[], at: Point, event: PointerEvent): void;
    drag(at: Point): void;
    moved(): void; // the cursor
    typeKey(name: string): boolean; // whether the key means anything
    told(names: string[]): string; // what the cell under the cursor is
    fileOf(draft: Draft): Record<string, any>; // throws an Error where something is missing
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
    labels?: any;
    looks?: any;
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
    trial: any; // Placement[], or null
    seconds: number;
    begun: boolean;
    finished: boolean;
    solved: boolean;
    best: any; // seconds, or null
    hints: number;
    led: number;
    moves: number;
    touched?: number;
  }

  // The page's one state. The route, the view and what goes with it are null until a puzzle is open; who needs one runs no
  // earlier.
  interface Store {
    lattices: Record<string, Lattice>;
    route: Route;
    source: string;
    view: View;
    lattice: Lattice;
    placed: Placement[];
    progress: Progress;
    tilings: any[];
    shown: number;
    wanted: any;
    isUnkeptTold: boolean;
    listeners: ((what: string) => void)[];
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
    placements: any[];
    [more: string]: any;
  }
  // The picture of a puzzle (puzzles/thumbnail.js says what is in it).
  interface Card {
    lattice: string;
    atoms?: any; // Atom[], or null
    box: number[];
    board: string;
    optional?: string;
    pieces: any[][];
    clues?: any[][];
    tiles?: any;
    laid?: Placement[];
  }
  interface Thing {
    atoms: Atom[];
    color?: string;
    className?: string;
    faces: Face[];
  }
  interface Answer {
    ok: boolean;
    status: number;
    json(): Promise<any>;
    [more: string]: any;
  }
  interface Refusal {
    error?: string;
    kind?: string;
    values?: Values;
  }
  type Job = Record<string, any>;
  type Hearers = Record<string, (...told: any[]) => void>;

  interface Reason {
    kind: string;
    [more: string]: any;
  }
  interface Fault {
    rule: string;
    atoms: Atom[];
    [more: string]: any;
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
    flat: any; // the flat one of a wrapped lattice
    periods: number[];
    frame?: any;
    only?: number | null;
    layers?: any;
  }
}
declare module "./static/core/solid.js" {
  interface SolidView {
    lattice: Lattice;
    atoms: Atom[];
    turn: number;
    tilt: number;
    apart: number;
    things: Thing[];
    middle: number[];
    from: any; // where the pointer was last, null when it is up
    whole?: HTMLElement;
  }
}

// Members of classes that several of their methods set, or `Object.assign` in the constructor.
declare module "./static/backend/crew.js" {
  interface Crew {
    root: any;
    told: any;
    waiting: any;
  }
}
declare module "./static/backend/helper.js" {
  interface Helper {
    told: any;
    resolve: any;
    next: any;
    reject: any;
  }
}
declare module "./static/make/shapepad.js" {
  interface ShapePad {
    lattice: Lattice;
    chosen: Map<string, Atom>;
    cursor: Atom;
    erase: boolean | null;
    at: Point;
    told(text: string): void;
  }
}
declare module "./static/play/advice.js" {
  interface Adviser {
    tell: any;
    mark: any;
  }
}
declare module "./static/play/coach.js" {
  interface Coach {
    placed: any;
    steps: any;
    tell: any;
    answer: any;
    mark: any;
  }
}
declare module "./static/play/edges/tiles.js" {
  interface TilePlayer {
    ghost: any;
    mark: any;
  }
}
declare module "./static/play/overlay.js" {
  interface Overlay {
    corner: any;
  }
}
declare module "./static/play/pages.js" {
  interface Pages {
    shown: any;
    zoom: any;
  }
}
declare module "./static/play/pencil.js" {
  interface Pencil {
    group: any;
    mark: any;
    stroke: any;
  }
}
declare module "./static/play/pieceboard.js" {
  interface PieceBoard {
    pressLaid(...given: any[]): any;
    tap(...given: any[]): any;
    ghost: any;
    lay(...given: any[]): any;
  }
}
declare module "./static/play/drawing.js" {
  // What a player that draws has of its own.
  interface DrawingPlayer {
    stage: any;
    given: string; // key of what is said where something given lies
    begin(atom: Atom, keyed: boolean): void;
    follow(atom?: Atom): void; // the pointer, while it draws
    drawn(): Atom[];
    choose(drawn: Atom[], rest: Placement[]): any; // {placement}, or {why, values} where none may lie there
    clear(): void;
    touch(): void; // where the cursor is
  }
}
declare module "./static/play/space.js" {
  interface Space {
    room: any;
  }
}
declare module "./static/play/stage.js" {
  interface Stage {
    clues: any;
  }
}
declare module "./static/play/zoom.js" {
  interface Zoom {
    scale: number;
    middle: number[];
    isIdle: any;
    interrupt: any;
    isFree: any;
    pan: any;
    pinch: any;
  }
}
declare module "./static/solve/place_map.js" {
  interface PlaceMap {
    chosen: number;
    view: any;
    lattice: any;
    mark: any;
  }
}
declare module "./static/solve/wall.js" {
  interface Wall {
    made: any;
    height: any;
    choose: any;
    picture: any;
  }
}
declare module "./static/solve/watch.js" {
  interface Watch {
    steps: any;
    at: any;
    speed: any;
    timer: any;
    toggle: any;
    slider: any;
    lattice: any;
    view: any;
    nameOf: any;
  }
}
declare module "./static/play/places.js" {
  interface Places {
    placed: any;
    under: any;
  }
}
declare module "./static/play/polygons/exact.js" {
  interface Exact {
    value: any;
  }
}
declare module "./static/play/polygons/places.js" {
  interface PolygonPlaces {
    lattice: import("./static/play/polygons/plane.js").Plane;
    view: View;
    placed: any;
    corners: any;
    sides: any;
    laid: Point[][];
  }
}
declare module "./static/play/keyboard.js" {
  interface KeyBoard {
    mark: any;
    cancel(...given: any[]): any;
    take(...given: any[]): any;
  }
}
