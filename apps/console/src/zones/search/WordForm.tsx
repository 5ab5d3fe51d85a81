import { Form, Input, Select, Switch } from 'antd'
import type { SearchWordKind } from '#contract/searchlab.ts'
import { KIND_HINTS, KIND_NAMES, type WordDraft } from './kinds.ts'

const KINDS = Object.entries(KIND_NAMES).map(([value, label]) => ({ value: value as SearchWordKind, label }))

interface Props {
  draft: WordDraft
  onChange: (draft: WordDraft) => void
  /** Of a line that stands: whether it is in use. */
  withActive?: boolean
}

/** One line of the words that the search knows. */
export function WordForm({ draft, onChange, withActive = false }: Props) {
  return (
    <Form layout="vertical" component="div">
      <Form.Item label="种类" extra={KIND_HINTS[draft.kind]}>
        <Select aria-label="种类" value={draft.kind} options={KINDS} onChange={(kind) => onChange({ ...draft, kind })} />
      </Form.Item>
      <Form.Item label="客户输入的词（一行一个）">
        <Input.TextArea
          aria-label="客户输入的词"
          autoSize={{ minRows: 2, maxRows: 8 }}
          maxLength={1200}
          value={draft.words}
          onChange={({ target }) => onChange({ ...draft, words: target.value })}
        />
      </Form.Item>
      <Form.Item label="要找的名称（一行一个，最典型的在前）">
        <Input.TextArea
          aria-label="要找的名称"
          autoSize={{ minRows: 2, maxRows: 12 }}
          maxLength={3200}
          value={draft.targets}
          onChange={({ target }) => onChange({ ...draft, targets: target.value })}
        />
      </Form.Item>
      {draft.kind === 'class' && (
        <Form.Item label="上级类（没有就空着）">
          <Input
            aria-label="上级类"
            maxLength={40}
            value={draft.parent}
            onChange={({ target }) => onChange({ ...draft, parent: target.value })}
          />
        </Form.Item>
      )}
      <Form.Item label="备注" extra="可写“须整词”“只在词尾”“除外：甲、乙”，搜索照办；其余给人看">
        <Input aria-label="备注" maxLength={200} value={draft.note} onChange={({ target }) => onChange({ ...draft, note: target.value })} />
      </Form.Item>
      {withActive && (
        <Form.Item label="启用">
          <Switch aria-label="启用" checked={draft.active === 1} onChange={(active) => onChange({ ...draft, active: active ? 1 : 0 })} />
        </Form.Item>
      )}
    </Form>
  )
}
