// Made by `python -m tools.event_types` from engine/events and app/matches/table/event_payload.py.

declare global {
  /** A card in JSON: its name in the notation, or a designed card. */
  type CardNotation = string | { name: string };

  type Seat = "A" | "B";

  /** The events of the engine as a page gets them, by type. */
  interface GameEvents {
    turn_began: { player: Seat; type: "turn_began"; turn: number; say?: string };
    mana: { player: Seat; type: "mana"; amount: number; say?: string; tally: string };
    assault_began: { player: Seat; type: "assault_began"; say?: string };
    turn_ended: { player: Seat; type: "turn_ended"; say?: string };
    over: {
      type: "over";
      winner: Seat | "draw";
      reason:
        | "fort"
        | "pile"
        | "resignation"
        | "agreement"
        | "abandonment"
        | "time"
        | "no_show"
        | "aborted"
        | "turn_limit";
      say?: string;
    };
    undone: { player: Seat; type: "undone"; say?: string };
    taken_back: { player: Seat; type: "taken_back"; turn: number; say?: string };
    played: {
      player: Seat;
      type: "played";
      card: CardNotation;
      place: number | null;
      cost: number;
      lane: "top" | "bottom";
      index: number;
      onto: boolean;
      champion: boolean;
      say?: string;
      face: string;
    };
    cast: {
      player: Seat;
      type: "cast";
      card: CardNotation;
      place: number | null;
      cost: number;
      target: { player: Seat; lane: "top" | "bottom"; index: number; card: CardNotation };
      say?: string;
      face: string;
    };
    blood_price: { player: Seat; type: "blood_price"; wounds: number; say?: string };
    champion_ready: { player: Seat; type: "champion_ready"; card: CardNotation; say?: string; face: string };
    rested: {
      at: CreaturePlace;
      card: CardNotation;
      type: "rested";
      reason: "new" | "fortress" | "defender";
      say?: string;
      face: string;
    };
    attack: {
      at: CreaturePlace;
      card: CardNotation;
      type: "attack";
      target:
        | { player: Seat; lane: "top" | "bottom"; index: number; card: CardNotation }
        | { player: Seat; fortress: true };
      cause: "activation" | "berserk" | "instinct";
      say?: string;
      face: string;
    };
    sprint: {
      at: CreaturePlace;
      card: CardNotation;
      type: "sprint";
      to: number;
      bonus: number;
      say?: string;
      face: string;
    };
    wounded: {
      at: CreaturePlace;
      card: CardNotation;
      type: "wounded";
      amount: number;
      lost: number;
      left: number;
      say?: string;
      face: string;
    };
    absorbed: { at: CreaturePlace; card: CardNotation; type: "absorbed"; say?: string; face: string };
    immune: { at: CreaturePlace; card: CardNotation; type: "immune"; say?: string; face: string };
    evaded: { at: CreaturePlace; card: CardNotation; type: "evaded"; to: number; say?: string; face: string };
    destroyed: {
      at: CreaturePlace;
      card: CardNotation;
      type: "destroyed";
      over: CardNotation | null;
      say?: string;
      face: string;
      overFace?: string;
    };
    returned: { player: Seat; type: "returned"; card: CardNotation; place: number; say?: string; face: string };
    aside: { player: Seat; type: "aside"; card: CardNotation; say?: string; face: string };
    order_asked: { player: Seat; type: "order_asked"; cards: CardNotation[]; say?: string };
    fortress_hit: {
      player: Seat;
      type: "fortress_hit";
      amount: number;
      lost: number;
      by: "attack" | "sharpening";
      say?: string;
    };
    fortress_moved: { type: "fortress_moved"; player: Seat; from: number; to: number; hp: number; say?: string };
    regeneration: { player: Seat; type: "regeneration"; steps: number; say?: string };
    bastion_fell: { player: Seat; type: "bastion_fell"; say?: string };
    fort_turned: { player: Seat; type: "fort_turned"; to: number; hp: number; say?: string };
    fort_fell: { player: Seat; type: "fort_fell"; say?: string };
    revealed: {
      type: "revealed";
      card: CardNotation;
      lane: "top" | "bottom";
      spent: number;
      mana: number;
      say?: string;
      face: string;
      laneName: string;
      tally: string;
    };
    fizzled: { type: "fizzled"; card: CardNotation; lane: "top" | "bottom"; say?: string; face: string };
    to_discard: { type: "to_discard"; card: CardNotation; say?: string; face: string };
    to_pile: { type: "to_pile"; card: CardNotation; say?: string; face: string };
    pile_hit: { type: "pile_hit"; amount: number; cards: CardNotation[]; left: number; say?: string; faces: string[] };
    pile_reshuffled: { type: "pile_reshuffled"; count: number; say?: string };
    last_turn: { type: "last_turn"; say?: string };
    coin: { type: "coin"; first: Seat; say?: string };
    draft_revealed: { type: "draft_revealed"; cards: string[]; first: Seat; say?: string };
    picked: { player: Seat; type: "picked"; card: string; say?: string; face: string };
    banned: { player: Seat; type: "banned"; by: Seat; card: string; say?: string; face: string };
    deck_chosen: { player: Seat; type: "deck_chosen"; cards?: string[]; say?: string };
    decks_revealed: { type: "decks_revealed"; A: string[]; B: string[]; say?: string };
    champion_chosen: { player: Seat; type: "champion_chosen"; card?: CardNotation | null; say?: string; face: string };
    champions_revealed: { type: "champions_revealed"; A: CardNotation | null; B: CardNotation | null; say?: string };
    dealt: { type: "dealt"; A: number; B: number; say?: string };
  }

  type GameEvent = GameEvents[keyof GameEvents];
}

export {};
