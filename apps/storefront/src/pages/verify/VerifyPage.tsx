import { ApiError } from '#api-client/client.ts'
import type { VerifyWire } from '#contract/exchange.ts'
import { Breadcrumb } from '#ui/Breadcrumb.tsx'
import columns from '#ui/columns.module.css'
import { PageHead } from '#ui/PageHead.tsx'
import { sealApi } from '../../api/seal-calls.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { CodeForm } from './CodeForm.tsx'
import { FileCheck } from './FileCheck.tsx'
import { Signatures } from './Signatures.tsx'
import { Verdict } from './Verdict.tsx'

/** Whoever types it from a paper writes small letters and blanks. */
const tidy = (code: string): string => code.replace(/\s/g, '').toUpperCase()

export async function loader({ api, params, signal }: PageArgs): Promise<{ code: string; paper: VerifyWire | null }> {
  const code = tidy(params.code ?? '')
  if (code === '') return { code, paper: null }
  try {
    return { code, paper: (await api.ask(sealApi.verify, { params: { code }, signal })).data }
  } catch (error) {
    // No such paper, or nothing that could be one: said by the page, with the way to try again.
    if (error instanceof ApiError && (error.code === 404 || error.code === 422)) return { code, paper: null }
    throw error
  }
}

/** /verify/:code, where the QR code of every paper leads: what it is, whether it still stands, and whether a file is this one. */
export default function VerifyPage() {
  const { code, paper } = usePageData<typeof loader>()
  return (
    <div className="wrap">
      <Breadcrumb crumbs={[{ text: '首页', to: '/' }, { text: '单据核验' }]} />
      <PageHead title="单据核验" />
      <div className={columns.column}>
        {code !== '' && paper === null && (
          <p className="note note-warn" role="status">
            没有编号与校验码为 {code} 的单据：请对照单据上的二维码重新扫描，或在下面重新输入。仍然没有，这张单据就不是本商城开具的。
          </p>
        )}
        {paper === null && <CodeForm key={code} code={code} />}
        {paper !== null && (
          <>
            <Verdict paper={paper} />
            {paper.sha256 !== '' && <FileCheck key={paper.no} paper={paper} />}
            <Signatures paper={paper} />
          </>
        )}
      </div>
    </div>
  )
}
