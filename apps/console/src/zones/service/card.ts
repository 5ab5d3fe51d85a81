/** The order that a customer's card speaks of; null: it is about something else. Cards carry the shop's addresses. */
export function orderOfCard(url: string): number | null {
  const found = /^\/order\/info\/(\d+)$/.exec(url)
  return found ? Number(found[1]) : null
}
