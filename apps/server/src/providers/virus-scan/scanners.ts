import type { OutsideChannels } from '../outside/channels-file.ts'
import { clamd } from './clamd.ts'
import { embeddedScanner } from './embedded.ts'
import type { VirusScanner } from './scanner.ts'

/** The one that CHANNELS_FILE names, else the house's own. */
export const virusScanner = ({ virusScan }: OutsideChannels): VirusScanner => (virusScan ? clamd(virusScan) : embeddedScanner)
