import { Refused } from '../../../providers/outside/ask.ts'
import type { VirusScanner } from '../../../providers/virus-scan/scanner.ts'

/** Why these bytes are not taken, as a sentence; null: nothing was found in them. Throws Unanswered: then they are not taken either. */
export async function virusRefusal(scanner: VirusScanner, bytes: Buffer): Promise<string | null> {
  try {
    return (await scanner.scan(bytes)) === null ? null : '文件未通过安全检查，不能上传'
  } catch (error) {
    if (error instanceof Refused) return '文件超过查毒程序能检查的大小，不能上传'
    throw error
  }
}
