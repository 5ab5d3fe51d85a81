import type { DossierWire } from '#contract/companies.ts'
import { type PageArgs, usePageData } from '../../app/page.ts'
import { AccountShell } from '../../frame/account/AccountShell.tsx'
import css from '../../parts/certificates/company.module.css'
import { companyQuery, useDossier } from '../../parts/certificates/dossier.ts'
import { ReviewNote } from '../../parts/certificates/ReviewNote.tsx'
import { PaperList } from './PaperList.tsx'

export async function loader({ api, queries }: PageArgs): Promise<DossierWire> {
  return queries.fetchQuery({ ...companyQuery(api), staleTime: 0 })
}

/** 资质证件: each paper with its state, what is wrong with it, and the way to renew or mend it. */
export default function LicencesPage() {
  const dossier = useDossier(usePageData<typeof loader>())
  return (
    <AccountShell title="资质证件">
      <div className={css.stack}>
        <ReviewNote dossier={dossier} />
        <section className={`panel ${css.panel}`} aria-label="证照">
          <PaperList dossier={dossier} />
        </section>
      </div>
    </AccountShell>
  )
}
