import { Alert, Button, Modal } from 'antd'
import { useState } from 'react'
import type { CategoryWire } from '#contract/categories.ts'
import type { GoodsRecordWire } from '#contract/goods-desk.ts'
import { useMay } from '../../app/me.ts'
import { Kbd } from '../../parts/Kbd.tsx'
import { useKeys } from '../../parts/keys.tsx'
import { MeanwhileNotice } from '../../parts/MeanwhileNotice.tsx'
import { calls } from './calls.ts'
import { FactFields } from './FactFields.tsx'
import { changedFacts, FACT_NAMES, FACTS, factsOf, factWords, merged } from './facts-rules.ts'
import { useFactsDeed } from './useFactsDeed.ts'

/** What a goods is. Two who save: the second sees what the first wrote, and loses nothing typed. */
export function FactsTab({ record, categories }: { record: GoodsRecordWire; categories: readonly CategoryWire[] }) {
  const may = useMay()
  const can = may('goods.change')
  // As it was when typing began: what is read anew meanwhile does not take the typed away.
  const [base, setBase] = useState(record)
  const [typed, setTyped] = useState(factsOf(record))
  const take = (newer: GoodsRecordWire): void => {
    setBase(newer)
    setTyped(factsOf(newer))
  }
  const deed = useFactsDeed(calls.recordSave, { done: '商品资料已保存', onDone: take })
  const changed = changedFacts(factsOf(base), typed)
  if (changed.length === 0 && base.version !== record.version) take(record)
  const save = (bar = false): void => {
    void deed.run({ params: { id: record.id }, body: { ...typed, version: base.version, ...(bar && { bar: 1 }) } })
  }
  useKeys([{ key: 'Ctrl+S', what: '保存商品资料', run: () => save(), when: can && changed.length > 0 }])
  const categoryName = (id: number) => categories.find((one) => one.id === id)?.name ?? String(id)
  return (
    <>
      {deed.problem && <Alert type="error" showIcon title={deed.problem} className="trouble" />}
      <MeanwhileNotice
        of={deed}
        mine={Object.fromEntries(changed.map((name) => [name, factWords(name, typed, categoryName)]))}
        names={FACT_NAMES}
        onMerge={() => {
          const next = merged(factsOf(base), typed, factsOf(record))
          setBase(record)
          setTyped(next)
          deed.dismiss()
        }}
        onTakeTheirs={() => take(record)}
      />
      <FactFields typed={typed} onChange={setTyped} changed={changed} errors={deed.errors} categories={categories} disabled={!can} />
      {can && changed.length > 0 && (
        <footer className="bar bar-warn bar-stays">
          <b>{changed.length} 项未保存</b>
          <span className="grow ell">
            {FACTS.filter((name) => changed.includes(name))
              .map((name) => FACT_NAMES[name])
              .join('、')}
          </span>
          <Button size="small" onClick={() => take(base)}>
            放弃
          </Button>
          <Button size="small" type="primary" loading={deed.isBusy} onClick={() => save()}>
            保存 <Kbd of="Ctrl+S" />
          </Button>
        </footer>
      )}
      <Modal
        open={deed.barred !== ''}
        title="禁售目录"
        okText="保存并下架"
        okButtonProps={{ danger: true }}
        cancelText="回去修改"
        onCancel={deed.dismiss}
        onOk={() => save(true)}
      >
        <p>{deed.barred}。</p>
        <p className="muted">资料写错了就回去改；确实是这个商品，就保存并下架。</p>
      </Modal>
    </>
  )
}
