import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Finding } from '../src/modules/goods/import/columns.ts'
import type { ImportKind } from '../src/modules/goods/import/plan.ts'
import { type ImportOptions, type ImportResult, runImport } from '../src/modules/goods/import/run.ts'
import type { Shop } from './harness.ts'

export interface Brought extends ImportResult {
  findings: Finding[]
  /** Of each finding its line and its reason. */
  told: string[]
}

/** Brings a file into the shop, given as it is or line by line. */
export async function bringFile(
  shop: Shop,
  kind: ImportKind,
  content: string | Buffer | readonly string[],
  { name = '文件.csv', ...options }: Partial<ImportOptions> & { name?: string } = {},
): Promise<Brought> {
  const folder = await mkdtemp(join(tmpdir(), 'import-'))
  try {
    const path = join(folder, name)
    await writeFile(path, typeof content === 'string' || Buffer.isBuffer(content) ? content : content.join('\n'))
    const findings: Finding[] = []
    const result = await runImport(shop.database, {
      kind,
      path,
      dryRun: false,
      by: '测试',
      map: new Map(),
      now: shop.clock.now,
      onFinding: (finding) => findings.push(finding),
      onProgress: () => undefined,
      ...options,
    })
    return { ...result, findings, told: findings.map(({ line, reason }) => `${line} ${reason}`) }
  } finally {
    await rm(folder, { recursive: true })
  }
}
