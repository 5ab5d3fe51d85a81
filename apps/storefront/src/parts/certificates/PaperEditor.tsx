import { useState } from 'react'
import { useApi } from '#api-client/context.tsx'
import type { DossierWire, PaperWire } from '#contract/companies.ts'
import { Field } from '#ui/Field.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import { FORM_HANDLES, type Problems } from '#ui/form.ts'
import { Icon } from '#ui/Icon.tsx'
import { toast } from '#ui/Toast.tsx'
import { memberApi } from '../../api/member-calls.ts'
import { FileUpload } from '../FileUpload.tsx'
import { ClassChoice } from './ClassChoice.tsx'
import css from './company.module.css'
import { isJoining, useTakeDossier } from './dossier.ts'
import { classesIn, PAPER_FIELDS, type PaperDraft, paperBody, paperDraft } from './paper-draft.ts'
import { ScopeChoice } from './ScopeChoice.tsx'

interface Props {
  paper: PaperWire
  dossier: DossierWire
  onClose: () => void
}

const PAGES_MAX = 4

/** Fills in one paper. What was typed is kept as a draft when the dialog is closed. */
export function PaperEditor({ paper, dossier, onClose }: Props) {
  const client = useApi()
  const take = useTakeDossier()
  const [first] = useState(() => paperDraft(paper, dossier))
  const [draft, setDraft] = useState<PaperDraft>(first)
  const [uploading, setUploading] = useState(false)
  const change = (part: Partial<PaperDraft>) => setDraft((old) => ({ ...old, ...part }))
  const joining = isJoining(dossier)

  const save = async (send: boolean) => {
    const { data, message } = await client.ask(memberApi.certificateSave, {
      params: { kind: paper.kind },
      body: paperBody(draft, send),
      handles: FORM_HANDLES,
    })
    take(data)
    toast({ text: send ? message : '已存为草稿', tone: 'success' })
  }
  const close = () => {
    onClose()
    // Kept where it can be; whoever closed the dialog is not held up by what is wrong in it.
    if (draft !== first) save(false).catch(() => undefined)
  }
  const text = (name: 'number' | 'issuer' | 'holder', max: number, problems: Problems) => (
    <Field
      label={paper.labels[name]}
      name={name}
      maxLength={max}
      autoComplete="off"
      value={draft[name]}
      error={problems[name]}
      onChange={({ target }) => change({ [name]: target.value })}
    />
  )
  const reason = paper.open?.reason
  const isClassed = paper.class_options.length > 0

  return (
    <FormDialog
      title={paper.in_force ? `更新${paper.name}` : paper.name}
      wide
      size="lg"
      fields={PAPER_FIELDS}
      otherwise="number"
      check={() => ({})}
      send={async () => {
        await save(true)
        onClose()
      }}
      submit={joining ? '保存' : '提交审核'}
      busyText="正在保存…"
      waiting={uploading && '文件上传中…'}
      cancel="稍后再填"
      className={css.editor}
      onClose={close}
    >
      {(problems, mend) => (
        <>
          {reason && (
            <p className={`note note-bad ${css.whole}`}>
              <Icon name="warn" />
              驳回原因：{reason}
            </p>
          )}
          {!joining && paper.in_force && (
            <p className={`note note-info ${css.whole}`}>
              <Icon name="info" />
              审核期间原证照照常有效，不影响采购；通过后自动接替。
            </p>
          )}
          <div className={css.whole}>
            <FileUpload
              purpose="certificate"
              label={`${paper.name}照片或扫描件`}
              name="file_ids"
              hint={paper.hint}
              max={PAGES_MAX}
              required
              files={draft.files}
              error={problems.file_ids}
              onBusy={setUploading}
              onChange={(files) => {
                mend('file_ids')
                change({ files })
              }}
            />
          </div>
          {text('number', 60, problems)}
          {text('issuer', 60, problems)}
          {paper.labels.holder && text('holder', 30, problems)}
          <Field
            label="签发日期"
            name="issued_on"
            type="date"
            value={draft.issued_on}
            error={problems.issued_on}
            onChange={({ target }) => change({ issued_on: target.value })}
          />
          <div>
            <Field
              label="有效期至"
              name="expires_on"
              type="date"
              disabled={draft.is_endless}
              value={draft.is_endless ? '' : draft.expires_on}
              error={problems.expires_on}
              onChange={({ target }) => change({ expires_on: target.value })}
            />
            {paper.may_be_endless === 1 && (
              <label className="check">
                <input
                  type="checkbox"
                  checked={draft.is_endless}
                  onChange={({ target }) => {
                    mend('expires_on')
                    change({ is_endless: target.checked })
                  }}
                />
                长期有效
              </label>
            )}
          </div>
          {paper.scope_options.length > 0 && (
            <div className={css.whole}>
              <ScopeChoice
                options={paper.scope_options}
                chosen={draft.scope_codes}
                text={draft.scope_text}
                isClassed={isClassed}
                error={problems.scope_codes}
                onChange={(scope_codes, scope_text) => {
                  mend('scope_codes')
                  const said = isClassed && scope_text !== draft.scope_text ? classesIn(scope_text) : null
                  if (said !== null) mend('drug_classes')
                  change({ scope_codes, scope_text, ...(said === null ? {} : { drug_classes: said }) })
                }}
              />
            </div>
          )}
          {isClassed && (
            <div className={css.whole}>
              <ClassChoice
                options={paper.class_options}
                chosen={draft.drug_classes}
                error={problems.drug_classes}
                onChange={(drug_classes) => {
                  mend('drug_classes')
                  change({ drug_classes })
                }}
              />
            </div>
          )}
        </>
      )}
    </FormDialog>
  )
}
