/** The virus scanner of the house: a real deployment puts its own behind this. */
export interface VirusScanner {
  /** As a person calls it. */
  name: string
  /**
   * The name of what was found, or null. A scanner that cannot answer throws Unanswered, one that takes nothing of this size Refused: the
   * file is not taken then.
   */
  scan: (content: Buffer) => Promise<string | null>
  /** Itself and its signatures, as it says; throws Unanswered. */
  version: () => Promise<string>
}
