/** The shop refuses an account's files where more than three are on their way at once: the others of this page wait here. */
const AT_ONCE = 2

let sending = 0
const waiting: (() => void)[] = []

/** Begins the work when its turn comes, in the order of asking. */
export async function inLine<T>(work: () => Promise<T>): Promise<T> {
  if (sending >= AT_ONCE) await new Promise<void>((go) => waiting.push(go))
  else sending++
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else sending--
  }
}
