import type { VerifyWire } from '#contract/exchange.ts'
import { Block } from '#ui/Block.tsx'
import { CopyText } from '#ui/CopyText.tsx'
import { type Fact, Facts } from '#ui/Facts.tsx'
import { Icon } from '#ui/Icon.tsx'
import { StateBadge, type StateTone } from '#ui/StateBadge.tsx'
import { beijingTime } from '#ui/times.ts'
import css from './verify.module.css'

const TONES: Readonly<Record<VerifyWire['state'], StateTone>> = {
  valid: 'ok',
  waiting: 'moving',
  replaced: 'closed',
  withdrawn: 'bad',
  failed: 'bad',
}

function sentence({ state, replaced_by: by, reason }: VerifyWire): string {
  if (state === 'valid') return '这张单据由本商城开具，现在有效。'
  if (state === 'replaced') return `这张单据由本商城开具，已由新版本 ${by} 替代：请以新版本为准。`
  if (state === 'withdrawn') return `这张单据已作废${reason ? `：${reason}` : ''}，不能作为凭据。`
  if (state === 'waiting') return '这张单据已登记，文件正在制作，请稍后再看。'
  return '这张单据没有制作成功，尚无文件。'
}

/** What the paper is and whether it stands. */
export function Verdict({ paper }: { paper: VerifyWire }) {
  const ok = paper.state === 'valid'
  const facts: readonly Fact[] = [
    ['单据', `${paper.kind_name}${paper.version > 1 ? `（第 ${paper.version} 版，替代 ${paper.replaces}）` : ''}`],
    ['编号', paper.no],
    ['标题', paper.title],
    ['业务日期', paper.day],
    ['供方', paper.supplier],
    ['购方', paper.buyer],
    ['制作时间', paper.made_at !== null && beijingTime(paper.made_at)],
    [
      '文件 SHA-256',
      paper.sha256 !== '' && (
        <>
          <code>{paper.sha256}</code> <CopyText text={paper.sha256} what="校验值" />
        </>
      ),
    ],
  ]
  return (
    <Block title={paper.kind_name} head={<StateBadge tone={TONES[paper.state]}>{paper.state_name}</StateBadge>}>
      <p className={ok ? 'note note-ok' : 'note note-warn'} role="status">
        <Icon name={ok ? 'shield' : 'warn'} />
        <span>{sentence(paper)}</span>
      </p>
      <Facts two className={css.facts} whole={['文件 SHA-256']} facts={facts} />
      {paper.buyer !== '' && paper.is_party === 0 && <p className={css.hint}>购方名称对他人部分隐去；双方登录后可见全称。</p>}
    </Block>
  )
}
