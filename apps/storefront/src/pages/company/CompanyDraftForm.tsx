import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#api-client/client.ts'
import { useApi } from '#api-client/context.tsx'
import { CODES } from '#contract/codes.ts'
import type { DossierWire } from '#contract/companies.ts'
import { FORM_HANDLES, problemsOf } from '#ui/form.ts'
import { Icon } from '#ui/Icon.tsx'
import { memberApi } from '../../api/member-calls.ts'
import css from '../../parts/certificates/company.module.css'
import { useTakeDossier } from '../../parts/certificates/dossier.ts'
import { CompanyFields } from './CompanyFields.tsx'
import { COMPANY_FIELDS, type CompanyDraft, type CompanyProblems, draftOf, saveable } from './company-draft.ts'

type Saved = 'idle' | 'saving' | 'saved' | 'failed'
const SAID: Readonly<Record<Saved, string>> = {
  idle: '填写的内容会自动保存',
  saving: '正在保存…',
  saved: '已自动保存',
  failed: '未能保存，请检查网络后继续填写',
}

/** The company's data while it joins: what is right is saved as one leaves a field, so that one may go on tomorrow. */
export function CompanyDraftForm({ dossier }: { dossier: DossierWire }) {
  const client = useApi()
  const take = useTakeDossier()
  const [draft, setDraft] = useState<CompanyDraft>(() => draftOf(dossier))
  const [problems, setProblems] = useState<CompanyProblems>({})
  const [saved, setSaved] = useState<Saved>('idle')
  const latest = useRef({ draft, dossier })
  useEffect(() => {
    latest.current.dossier = dossier
  })

  const save = async (): Promise<void> => {
    const now = saveable(latest.current.draft, draftOf(latest.current.dossier))
    setProblems(now.problems)
    if (Object.keys(now.changes).length === 0) return
    setSaved('saving')
    try {
      // A save of the same address that is still on its way is cancelled; this one says all that it said, and more.
      const { data } = await client.ask(memberApi.companySave, { body: now.changes, handles: FORM_HANDLES })
      take(data)
      setSaved('saved')
    } catch (error) {
      setSaved('failed')
      if (error instanceof ApiError && error.code < CODES.BUSY)
        setProblems({ ...now.problems, ...problemsOf(error, COMPANY_FIELDS, 'name') })
    }
  }
  const change = (part: Partial<CompanyDraft>, leave: boolean) => {
    latest.current.draft = { ...latest.current.draft, ...part }
    setDraft(latest.current.draft)
    setProblems((old) => Object.fromEntries(Object.entries(old).filter(([field]) => !(field in part))))
    if (leave) void save()
  }
  const group = { draft, problems, types: dossier.types, onChange: change, onLeave: () => void save() }

  return (
    <form className={css.form} noValidate onSubmit={(event) => event.preventDefault()} aria-label="企业资料">
      <header className={css.sectionHead}>
        <h2>企业资料</h2>
        <p role="status" className={saved === 'failed' ? css.bad : css.quiet}>
          {saved === 'saved' && <Icon name="check" size={14} />}
          {saved === 'saved' && Object.keys(problems).length > 0 ? '已自动保存，标红的内容改好后再保存' : SAID[saved]}
        </p>
      </header>
      <CompanyFields group="identity" {...group} />
      <h3>联系人</h3>
      <CompanyFields group="contact" {...group} />
      <details className={css.details} open={dossier.invoice_bank !== ''}>
        <summary>
          <Icon name="right" size={14} />
          开票资料
          <span className={css.quiet}>开具专用发票时需要，可以稍后补充</span>
        </summary>
        <CompanyFields group="invoice" {...group} />
      </details>
    </form>
  )
}
