/** The areas of the console whose queues the triggers tell of (migration 0234), by the ids that they write into the feed. */
export const QUEUE_AREAS: Readonly<Record<number, string>> = {
  1: 'orders',
  2: 'warehouse',
  3: 'companies',
  4: 'service',
  5: 'finance',
  6: 'quality',
  7: 'goods',
}
