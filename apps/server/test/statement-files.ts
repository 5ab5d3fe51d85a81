import type { Answer, Shop } from './harness.ts'

/** A statement as a browser's form sends it. */
export function sendStatement(
  shop: Shop,
  cookie: string,
  content: Buffer | string,
  { name = '流水.csv', path = '/api/staff/bank/file' }: { name?: string; path?: string } = {},
): Promise<Answer> {
  const boundary = 'statement-boundary'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`
  const raw = Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${boundary}--\r\n`)])
  return shop.ask('POST', path, { cookie, raw, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } })
}

export interface StatementRow {
  at?: string
  name: string
  account?: string
  amount: string
  memo?: string
  serial?: string
}

/** As a bank gives it out: a title above the header, a sum below the lines. */
export const statementOf = (rows: readonly StatementRow[]): string =>
  [
    '示例银行 交易明细',
    '交易时间,借方发生额,贷方发生额,对方户名,对方账号,附言,流水号',
    ...rows.map(({ at = '2026-11-21 09:02:11', name, account = '62300001', amount, memo = '货款', serial = '' }) =>
      [at, '', amount, name, account, memo, serial].join(','),
    ),
    '合计,,,,,,',
  ].join('\r\n')
