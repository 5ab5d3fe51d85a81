/** mulberry32: the same seed gives the same carts on every machine. */
export class Chance {
  private state: number

  constructor(seed: number) {
    this.state = seed >>> 0
  }

  /** From 0 to below 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  int(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  is(probability: number): boolean {
    return this.next() < probability
  }

  one<Value>(values: readonly Value[]): Value {
    return values[this.int(0, values.length - 1)] as Value
  }

  some<Value>(values: readonly Value[]): Value[] {
    return values.filter(() => this.is(0.5))
  }

  shuffled<Value>(values: readonly Value[]): Value[] {
    return values
      .map((value) => ({ value, key: this.next() }))
      .sort((a, b) => a.key - b.key)
      .map(({ value }) => value)
  }
}
