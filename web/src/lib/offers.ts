// Offers as they are shown: what can be done now, under the headings of the rulebook.

import type { Offer } from './wire';

export interface OfferGroup {
  title: string;
  offers: Offer[];
}

export function groupsOf(offers: Offer[]): OfferGroup[] {
  const groups: OfferGroup[] = [];
  for (const offer of offers) {
    if (offer.refused) continue;
    const group = groups.find((one) => one.title === offer.group);
    if (group) group.offers.push(offer);
    else groups.push({ title: offer.group, offers: [offer] });
  }
  return groups;
}

/**
 * What only a game master does: offers that belong to nobody, under headings that hold nothing of the characters. The end of
 * a turn stands among what characters do, and stays there.
 */
export function gmOnly(offers: Offer[]): Set<Offer> {
  const shared = new Set(offers.filter((offer) => typeof offer.actor === 'number').map((offer) => offer.group));
  return new Set(offers.filter((offer) => typeof offer.actor !== 'number' && !shared.has(offer.group)));
}

/** In the order in which they are shown: the keys 1 to 0 go by it. */
export function inOrder(offers: Offer[]): Offer[] {
  return groupsOf(offers).flatMap((group) => group.offers);
}
