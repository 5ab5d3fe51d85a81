import { useState } from 'react'
import { useApi } from '#api-client/context.tsx'
import type { DossierWire } from '#contract/companies.ts'
import { reviewOf } from '#domain/review.ts'
import { FormDialog } from '#ui/FormDialog.tsx'
import { FORM_HANDLES } from '#ui/form.ts'
import { Icon } from '#ui/Icon.tsx'
import { toast } from '#ui/Toast.tsx'
import { memberApi } from '../../api/member-calls.ts'
import css from '../../parts/certificates/company.module.css'
import { useTakeDossier } from '../../parts/certificates/dossier.ts'
import { CompanyFields, type FieldGroup } from './CompanyFields.tsx'
import { COMPANY_FIELDS, draftOf, saveable } from './company-draft.ts'

const TITLES: Readonly<Record<FieldGroup, string>> = { identity: '企业资料', contact: '联系人', invoice: '开票资料' }

/** A group of a company's data, changed and saved as a whole. */
export function CompanyEditor({ group, dossier, onClose }: { group: FieldGroup; dossier: DossierWire; onClose: () => void }) {
  const client = useApi()
  const take = useTakeDossier()
  const [draft, setDraft] = useState(() => draftOf(dossier))
  const reviewed = group === 'identity' && reviewOf(dossier.review_state) === 'passed'
  const send = async () => {
    const { changes } = saveable(draft, draftOf(dossier))
    if (Object.keys(changes).length > 0) {
      const { data, message } = await client.ask(memberApi.companySave, { body: changes, handles: FORM_HANDLES })
      take(data, true)
      toast({ text: message, tone: 'success' })
    }
    onClose()
  }
  return (
    <FormDialog
      title={reviewed ? '申请变更企业资料' : `修改${TITLES[group]}`}
      wide
      size="lg"
      fields={COMPANY_FIELDS}
      otherwise="name"
      check={() => saveable(draft, draftOf(dossier)).problems}
      send={send}
      submit={reviewed ? '提交审核' : '保存'}
      busyText="正在保存…"
      className={css.form}
      onClose={onClose}
    >
      {(problems) => (
        <>
          {reviewed && (
            <p className="note note-info">
              <Icon name="info" />
              名称、信用代码、类型和地址的变更须经审核，通过前照常按原资料采购。如证照内容随之变化，请同时在“资质证件”中更新。
            </p>
          )}
          <CompanyFields
            group={group}
            draft={draft}
            problems={problems}
            types={dossier.types}
            onChange={(part) => setDraft((old) => ({ ...old, ...part }))}
            onLeave={() => undefined}
          />
        </>
      )}
    </FormDialog>
  )
}
