// Arranges offers for display: the available actions under the rulebook's headings.

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
 * The game master's own offers: they belong to no character and are under headings without characters'
 * offers. Ending a turn is listed with the characters' actions and stays there.
 */
export function gmOnly(offers: Offer[]): Set<Offer> {
  const shared = new Set(offers.filter((offer) => typeof offer.actor === 'number').map((offer) => offer.group));
  return new Set(offers.filter((offer) => typeof offer.actor !== 'number' && !shared.has(offer.group)));
}

/** In display order, which also assigns the keys 1 to 0. */
export function inOrder(offers: Offer[]): Offer[] {
  return groupsOf(offers).flatMap((group) => group.offers);
}
