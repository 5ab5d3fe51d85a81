import type { DossierWire, PaperWire } from '#contract/companies.ts'
import css from '../../parts/certificates/company.module.css'
import { PaperCard } from './PaperCard.tsx'

/** Papers of which one is enough, where one is there already, need no more of each other. */
const isSpare = (paper: PaperWire, all: readonly PaperWire[]): boolean =>
  paper.instead_of !== '' && paper.state === 'none' && all.some((other) => other.instead_of === paper.instead_of && other.state !== 'none')

/** All papers of a company, those that it must have first; the rest below, for who sells more. */
export function PaperList({ dossier }: { dossier: DossierWire }) {
  const wanted = dossier.papers.filter((paper) => paper.must === 1 && !isSpare(paper, dossier.papers))
  const others = dossier.papers.filter((paper) => !wanted.includes(paper) && !isSpare(paper, dossier.papers))
  const cards = (papers: readonly PaperWire[]) => (
    <ul className={css.cards}>
      {papers.map((paper) => (
        <PaperCard key={paper.kind} paper={paper} dossier={dossier} />
      ))}
    </ul>
  )
  return (
    <>
      {cards(wanted)}
      {others.length > 0 && (
        <>
          <h3 className={css.groupHead}>
            可选证照 <span className={css.quiet}>采购器械、食品等商品时须提供</span>
          </h3>
          {cards(others)}
        </>
      )}
    </>
  )
}
