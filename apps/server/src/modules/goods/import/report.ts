import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import { csvField } from '../../../platform/formulas.ts'
import type { Finding } from './columns.ts'

/** The file that says what did not land and why; opens in Excel as it is (UTF-8 with BOM). */
export class ImportReport {
  readonly path: string
  count = 0
  private stream: WriteStream | null = null

  constructor(path: string) {
    this.path = path
  }

  add(finding: Finding): void {
    if (this.stream === null) {
      this.stream = createWriteStream(this.path)
      this.stream.write('\ufeff行号,级别,列,值,原因\r\n')
    }
    this.count += 1
    const level = finding.level === 'error' ? '未导入' : '提醒'
    this.stream.write(
      `${[finding.line, level, finding.column, finding.value, finding.reason].map((one) => csvField(String(one))).join(',')}\r\n`,
    )
  }

  async close(): Promise<void> {
    if (this.stream === null) return
    this.stream.end()
    await once(this.stream, 'finish')
  }
}
