import type { DocumentWire } from '#contract/exchange.ts'
import { DOCUMENT_KINDS, DOCUMENT_STATE_NAMES, verifyPath } from '#domain/documents.ts'
import type { DocumentHead } from './document-store.ts'

export function documentWire(row: DocumentHead): DocumentWire {
  return {
    id: row.id,
    no: row.no,
    kind: row.kind,
    kind_name: DOCUMENT_KINDS[row.kind].name,
    version: row.version,
    title: row.title,
    day: row.day,
    state: row.state,
    state_name: DOCUMENT_STATE_NAMES[row.state],
    change: row.change,
    made_at: row.madeAt?.toISOString() ?? null,
    file_url: row.fileId === null ? '' : `/api/document/${row.id}/file`,
    verify_url: verifyPath(row.no, row.checkCode),
  }
}
