import { useId, useState } from 'react'
import type { VerifyWire } from '#contract/exchange.ts'
import { Block } from '#ui/Block.tsx'
import { Icon } from '#ui/Icon.tsx'
import { useFileDrop } from '#ui/useFileDrop.ts'
import { FILE_MAX, hashOf } from './hash-file.ts'
import css from './verify.module.css'

type Outcome = { name: string; same: boolean; hash: string } | { name: string; problem: string }

/** A file is compared with what the shop made, on this machine: nothing is sent. */
export function FileCheck({ paper }: { paper: VerifyWire }) {
  const id = useId()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const { busy, over, zone, field } = useFileDrop(async (file) => {
    const { name } = file
    if (file.size > FILE_MAX) return setOutcome({ name, problem: `文件超过 ${FILE_MAX / 1024 / 1024} MB，本商城的单据没有这么大` })
    try {
      const hash = await hashOf(file)
      setOutcome({ name, hash, same: hash === paper.sha256 })
    } catch {
      setOutcome({ name, problem: '文件读不出来，请确认它没有被移走或正被别的程序占用' })
    }
  })
  return (
    <Block title="核对文件">
      <label className={over ? `${css.drop} ${css.over}` : css.drop} {...zone}>
        <Icon name="file" size={28} />
        <b>{busy ? '正在计算…' : '选择或拖入收到的 PDF'}</b>
        <span>只在您的浏览器里计算校验值并比对，文件不会上传</span>
        <input
          {...field}
          className="said"
          accept=".pdf,application/pdf"
          aria-label="选择要核对的 PDF 文件"
          aria-describedby={`${id}-outcome`}
        />
      </label>
      <div id={`${id}-outcome`} role="status" className={css.outcome}>
        {outcome && <Said outcome={outcome} paper={paper} />}
      </div>
    </Block>
  )
}

function Said({ outcome, paper }: { outcome: Outcome; paper: VerifyWire }) {
  if ('problem' in outcome) {
    return (
      <p className="note note-warn">
        <Icon name="warn" />
        <span>
          {outcome.name}：{outcome.problem}
        </span>
      </p>
    )
  }
  if (outcome.same) {
    return (
      <p className="note note-ok">
        <Icon name="shield" />
        <span>
          {outcome.name} 与本商城开具的 {paper.no} 完全一致，一个字节也没有改动。
          {paper.state !== 'valid' && `但这张单据${paper.state_name}。`}
        </span>
      </p>
    )
  }
  return (
    <p className="note note-bad">
      <Icon name="alert" />
      <span>
        {outcome.name} 不是本商城开具的 {paper.no}，或已被改动。算得的校验值：<code className={css.code}>{outcome.hash}</code>
        。重新打印、另存、合并或再次签名都会改变文件，请用当初收到的原件。
      </span>
    </p>
  )
}
