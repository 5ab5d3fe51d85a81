import type { DossierWire } from '#contract/companies.ts'
import { toneOfPaper } from '../../parts/company-tones.ts'
import { Facts } from '../../parts/Facts.tsx'
import { Section } from '../../parts/Section.tsx'
import { StateTag } from '../../parts/StateTag.tsx'

/** Beside the first part of the record: who it is, and how its papers stand. */
export function CompanyGlance({ dossier }: { dossier: DossierWire }) {
  const shown = dossier.papers.filter(({ must, in_force, open }) => must === 1 || in_force !== null || open !== null)
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
      <Section title="证照">
        <table className="tb tb-in">
          <tbody>
            {shown.map(({ kind, name, state, state_name, in_force }) => (
              <tr key={kind}>
                <td>{name}</td>
                <td className="num nowrap muted">{in_force === null ? '' : in_force.is_endless === 1 ? '长期' : in_force.expires_on}</td>
                <td>
                  <StateTag tone={toneOfPaper(state)}>{state_name}</StateTag>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
    </aside>
  )
}
