import type { DossierWire } from '#contract/companies.ts'
import { toneOfPaper } from './company-tones.ts'
import { Section } from './Section.tsx'
import { StateTag } from './StateTag.tsx'

/** How a company's papers stand: those it must have, and whatever it has. */
export const CompanyPapers = ({ papers }: Pick<DossierWire, 'papers'>) => {
  const shown = papers.filter(({ must, in_force, open }) => must === 1 || in_force !== null || open !== null)
  return (
    <Section title="证照" note={`${shown.filter(({ in_force }) => in_force !== null).length} 份在效`}>
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
  )
}
