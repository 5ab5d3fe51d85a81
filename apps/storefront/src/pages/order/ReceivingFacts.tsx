import { Block } from '#ui/Block.tsx'
import { Field } from '#ui/Field.tsx'
import type { Problems } from '#ui/form.ts'
import { TextArea } from '#ui/TextArea.tsx'
import css from './receiving.module.css'
import type { Word } from './receiving-draft.ts'

interface Props {
  words: Readonly<Record<Word, string>>
  problems: Problems
  coldChain: boolean
  onWord: (name: Word, text: string) => void
}

/** Who received and inspected it, and when; printed on the record. */
export function ReceivingFacts({ words, problems, coldChain, onWord }: Props) {
  const word = (name: Word, label: string, more: { hint?: string; type?: string; max?: number } = {}) => (
    <Field
      label={label}
      name={name}
      type={more.type ?? 'text'}
      hint={more.hint}
      maxLength={more.max ?? 20}
      autoComplete="off"
      value={words[name]}
      error={problems[name]}
      onChange={({ target }) => onWord(name, target.value)}
    />
  )
  return (
    <Block title="收货与验收">
      <div className={css.facts}>
        {word('received_by', '收货人')}
        {word('inspected_by', '验收员', { hint: '印在验收记录上' })}
        {word('arrived_on', '到货日期', { type: 'date' })}
        {word('temperature', coldChain ? '到货温度（℃，必填）' : '到货温度（℃）', { hint: '冷链商品按记录仪填写', max: 5 })}
      </div>
      <TextArea
        label="备注"
        name="remark"
        maxLength={200}
        rows={2}
        value={words.remark}
        error={problems.remark}
        onChange={({ target }) => onWord('remark', target.value)}
      />
    </Block>
  )
}
