import type { DossierWire } from '#contract/companies.ts'
import { CompanyPapers } from '../../parts/CompanyPapers.tsx'
import { Facts } from '../../parts/Facts.tsx'
import { Section } from '../../parts/Section.tsx'

/** Beside the first part of the record: who it is, and how its papers stand. */
export function CompanyGlance({ dossier }: { dossier: DossierWire }) {
  return (
    <aside aria-label="企业概况">
      <Section title="企业概况">
        <Facts
          flat
          items={[
            ['等级', dossier.rank],
            ['客户经理', [dossier.manager.name, dossier.manager.phone].filter(Boolean).join(' ')],
            ['联系人', [dossier.contact, dossier.phone].filter(Boolean).join(' ')],
            ['注册地址', `${dossier.province}${dossier.city}${dossier.district}${dossier.address}`],
          ]}
        />
      </Section>
      <CompanyPapers papers={dossier.papers} />
    </aside>
  )
}
