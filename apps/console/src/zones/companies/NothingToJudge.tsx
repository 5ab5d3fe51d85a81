import { Button } from 'antd'
import { Link } from 'react-router'
import type { DossierWire } from '#contract/companies.ts'
import type { CompanyRowWire } from '#contract/company-desk.ts'
import { toneOfReview } from '../../parts/company-tones.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { StateTag } from '../../parts/StateTag.tsx'
import { InHead } from '../../parts/slots.tsx'
import { Closing } from './Closing.tsx'

export interface Foot {
  waiting: number
  next: CompanyRowWire | null
  go: () => void
}

/** Every paper has its word: only the company itself may still wait. */
export function NothingToJudge({ dossier, foot }: { dossier: DossierWire; foot: Foot }) {
  return (
    <div className="alone">
      <InHead>
        <h1 className="ell">{dossier.name}</h1>
        <StateTag tone={toneOfReview(dossier.review_state)}>{dossier.review_name}</StateTag>
      </InHead>
      <h2>{dossier.name}没有在等审核的证照</h2>
      {dossier.review_state === 1 && (
        <div className="narrow">
          <Closing
            dossier={dossier}
            outcome={dossier.papers.some(({ open }) => open?.status === 3) ? 'reject' : 'pass'}
            send={async () => true}
            onDone={foot.go}
          />
        </div>
      )}
      <div className="row">
        <Link className="link" to={`/companies/${dossier.id}`}>
          企业档案
        </Link>
        <Button onClick={foot.go}>
          {foot.next ? `下一家：${foot.next.name}` : '回到企业列表'} <Kbd of="N" />
        </Button>
      </div>
    </div>
  )
}
