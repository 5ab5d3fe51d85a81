/** Which orders this tab has sent to a payment gateway, so that coming back (by its link or by the back button) asks for the result. */
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const keyOf = (orderId: number): string => `paying-${orderId}`

export const startPaying = (store: Store, orderId: number): void => store.setItem(keyOf(orderId), '1')
export const stopPaying = (store: Store, orderId: number): void => store.removeItem(keyOf(orderId))
export const isPaying = (store: Store, orderId: number): boolean => store.getItem(keyOf(orderId)) !== null
