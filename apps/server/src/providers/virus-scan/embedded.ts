import type { VirusScanner } from './scanner.ts'

/** The industry's harmless test file, put together here so that this source is not taken for it. */
const TEST_SIGNATURE = Buffer.from(['X5O!P%@AP[4', '\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS', '-TEST-FILE!$H+H*'].join(''), 'latin1')

/**
 * Without a scanner of its own the shop knows the test file only; what protects it then are the checks of kind and content:
 * pictures are drawn anew and PDFs with anything active in them are refused.
 */
export const embeddedScanner: VirusScanner = {
  name: '内置检查',
  scan: async (content) => (content.includes(TEST_SIGNATURE) ? 'EICAR-Test-File' : null),
  version: async () => '',
}
