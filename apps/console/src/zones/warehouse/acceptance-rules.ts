import type { BodyOf, DataOf } from '#contract/call.ts'

export type IntakeLine = DataOf<typeof import('#contract/intake.ts')['staffIntakeInfo']>['lines'][number]
export type Judgement = Required<Omit<BodyOf<typeof import('#contract/intake.ts')['staffIntakeAccept']>['lines'][number], 'id'>>

/** What most lines are: the acceptor writes over it where a box is otherwise. */
const APPEARANCE = '外观、包装、标签、说明书符合规定'

/** As the machine sees it: all of a line is good where nothing stands against it, and as much was looked at as the rule asks for. */
export const begun = (lines: readonly IntakeLine[]): Readonly<Record<number, Judgement>> =>
  Object.fromEntries(
    lines.map(({ id, number, refused, least_sample, report_no }) => [
      id,
      refused
        ? { accepted: 0, sampled: 0, appearance: '', report_no, reject_reason: refused, measure: 'refuse' as const }
        : { accepted: number, sampled: least_sample, appearance: APPEARANCE, report_no, reject_reason: '', measure: '' as const },
    ]),
  )

/** What a line still lacks; '': nothing. */
export function faultOf({ number }: Pick<IntakeLine, 'number'>, one: Judgement | undefined): string {
  if (one === undefined) return ''
  if (one.accepted > 0 && one.sampled < 1) return '抽样数量'
  if (one.sampled > 0 && one.appearance.trim() === '') return '外观质量'
  if (one.accepted < number && one.reject_reason.trim() === '') return '不合格原因'
  return one.accepted < number && one.measure === '' ? '处置措施' : ''
}
