import { useNavigate } from 'react-router'
import { useApi } from '#api-client/context.tsx'
import type { DossierWire } from '#contract/companies.ts'
import { reviewOf } from '#domain/review.ts'
import { Icon } from '#ui/Icon.tsx'
import { memberApi } from '../../api/member-calls.ts'
import css from '../../parts/certificates/company.module.css'
import { useDeed } from '../../parts/certificates/dossier.ts'
import { CompanyDraftForm } from './CompanyDraftForm.tsx'
import { PaperList } from './PaperList.tsx'
import { ToDo } from './ToDo.tsx'

/** Step 2 of a registration: the company, its papers, and what is still missing of them. */
export function JoinForm({ dossier, done }: { dossier: DossierWire; done: string }) {
  const client = useApi()
  const navigate = useNavigate()
  const { busy, run } = useDeed()
  return (
    <div className={css.join}>
      <div className={css.joinMain}>
        {reviewOf(dossier.review_state) === 'rejected' && (
          <p className="note note-bad">
            <Icon name="warn" />
            <span>上次审核未通过：{dossier.review_note}。只需修改被驳回的内容。</span>
          </p>
        )}
        <CompanyDraftForm dossier={dossier} />
        <section aria-labelledby="papers-title">
          <header className={css.sectionHead}>
            <h2 id="papers-title">资质证照</h2>
            <p className={css.quiet}>按“{dossier.type}”所需列出</p>
          </header>
          <PaperList dossier={dossier} />
        </section>
      </div>
      <ToDo
        dossier={dossier}
        busy={busy}
        onSubmit={() =>
          void run(
            () => client.ask(memberApi.companySubmit, {}),
            () => void navigate(done),
          )
        }
      />
    </div>
  )
}
