import pg from 'pg'

/** Statements that this process has begun and ended on whatever database; files of one worker share the count. */
const COUNT = Symbol.for('statements-asked')
const shared = globalThis as { [COUNT]?: { moves: number } }

function counting(): { moves: number } {
  const count = { moves: 0 }
  const ended = () => {
    count.moves += 1
  }
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    count.moves += 1
    const callback = args.at(-1)
    if (typeof callback === 'function') {
      args[args.length - 1] = (...answer: unknown[]) => {
        ended()
        return callback(...answer)
      }
    }
    const result = (query as (...all: unknown[]) => unknown).apply(this, args)
    if (result instanceof Promise) result.then(ended, ended)
    return result
  } as typeof query
  return count
}

shared[COUNT] ??= counting()
const count = shared[COUNT]
/** The same as before: nothing was asked meanwhile, and nothing that had been asked was answered. */
export const statementMoves = (): number => count.moves
/** A statement's begin and its end. */
export const MOVES_OF_ONE = 2
