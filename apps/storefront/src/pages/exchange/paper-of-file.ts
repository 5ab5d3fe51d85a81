import type { PaperWire } from '#contract/companies.ts'

/** What people call their scans, the narrower words first: one of the lists stands whole in the name. */
const WORDS: readonly (readonly [kind: string, ...lists: (readonly string[])[]])[] = [
  ['purchaser_id', ['采购', '身份证']],
  ['receiver_id', ['收货', '身份证']],
  ['purchase_mandate', ['采购', '委托'], ['采购', '授权'], ['采购员']],
  ['receiver_mandate', ['收货', '委托'], ['收货', '授权'], ['收货员']],
  ['chain_mandate', ['总部'], ['连锁', '授权']],
  ['store_list', ['门店']],
  ['device_licence', ['器械', '许可']],
  ['device_filing', ['器械', '备案'], ['二类']],
  ['food_licence', ['食品']],
  ['clinic_licence', ['诊所']],
  ['medical_licence', ['医疗机构'], ['执业许可']],
  ['drug_licence', ['药品经营'], ['药证'], ['经营许可']],
  ['institution_certificate', ['事业单位']],
  ['civil_certificate', ['民办'], ['民非']],
  ['quality_agreement', ['质量协议'], ['质量保证协议'], ['质保']],
  ['seal_samples', ['印章'], ['印模'], ['公章']],
  ['business_licence', ['营业执照'], ['执照']],
]

/** Which of a company's papers a file belongs to, by its name; '': nobody knows. */
export function paperOfFile(name: string, papers: readonly Pick<PaperWire, 'kind' | 'name'>[]): string {
  const exact = papers.find((paper) => name.includes(paper.name))
  if (exact) return exact.kind
  return (
    WORDS.find(
      ([kind, ...lists]) => lists.some((list) => list.every((word) => name.includes(word))) && papers.some((paper) => paper.kind === kind),
    )?.[0] ?? ''
  )
}
