// How an incantation comes to its target and strikes.

import { aim, largeFlight } from "./creature_animations.js";
import { ring } from "./effects.js";
import * as places from "./places.js";
import { chained } from "./timing.js";

/** @import { Animator, EventAnimation } from "./animator.js" */
/** @import { Movement } from "./timing.js" */

const AIMED = 0.6; // beats for which it stays over its target before it strikes

/** The incantation that is aimed takes effect, once it has come this way. @param {Animator} animator @param {Movement | null} way */
function strikeSpell(animator, way) {
  const spell = animator.takeSpell();
  if (!spell) return;
  const { shown, target } = spell;
  const { beat } = animator;
  const goes = [
    { opacity: 1, scale: "1", translate: "0 0" },
    { opacity: 0, scale: ".5", translate: "0 30px" },
  ];
  const { frames, ...timing } = way
    ? chained(way, { frames: goes, duration: beat, delay: beat * AIMED, easing: "ease-out" })
    : { frames: goes, duration: beat };
  animator.adorn(shown, frames, timing).then(() => {
    shown.remove();
    target?.removeAttribute("data-fx");
  });
  if (way) animator.advance(way.duration / beat + AIMED);
  ring(animator, target, "spell");
  animator.advance(1);
}

/** @type {EventAnimation<"cast">} */
export async function cast(animator, event) {
  animator.strikeBy(event);
  strikeSpell(animator, animator.isAiming ? null : await comeUp(animator, event));
}

/**
 * An incantation leaves the hand, or the place where it was held up; returns its way from there to its target.
 *
 * @param {Animator} animator
 * @param {GameEvents["cast"]} event
 */
async function comeUp(animator, { player, place, target: at, face, cost }) {
  const source = place === null ? null : places.held(player, place);
  const target = places.creature(at);
  const revealed = animator.release(face);
  const from = animator.over ? null : (revealed?.rect ?? source?.getBoundingClientRect());
  const byTheMiddle = revealed ? null : await largeFlight(animator, player);
  revealed?.element?.remove();
  const shown = animator.make(face, "lifted spell");
  aim(animator, { player, cost, target, source, shown });
  const to = from && shown.getBoundingClientRect();
  const way = to && (byTheMiddle?.(from, to) ?? animator.wayFrom(from, to, 1.2));
  if (!way) await animator.pause(AIMED);
  return way ?? null;
}
