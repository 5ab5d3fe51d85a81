import { useState } from 'react'
import { useApi } from '#api-client/context.tsx'
import type { DossierWire } from '#contract/companies.ts'
import type { FileWire } from '#contract/files.ts'
import { certificateOf } from '#domain/review.ts'
import { FormDialog } from '#ui/FormDialog.tsx'
import { FORM_HANDLES, type Problems } from '#ui/form.ts'
import { Select } from '#ui/Select.tsx'
import { toast } from '#ui/Toast.tsx'
import { memberApi } from '../../api/member-calls.ts'
import { useTakeDossier } from '../../parts/certificates/dossier.ts'
import { FileUpload } from '../../parts/FileUpload.tsx'
import css from './exchange.module.css'
import { paperOfFile } from './paper-of-file.ts'

const FILES_MAX = 20
/** As the form of one paper takes. */
const PAGES_MAX = 4

/** Many scans at once: each goes to a paper, guessed by its name; numbers and dates follow paper by paper. */
export function BulkUpload({ dossier, onClose }: { dossier: DossierWire; onClose: () => void }) {
  const client = useApi()
  const take = useTakeDossier()
  const [files, setFiles] = useState<readonly FileWire[]>([])
  const [chosen, setChosen] = useState<ReadonlyMap<number, string>>(new Map())
  const [uploading, setUploading] = useState(false)
  const papers = dossier.papers.filter((paper) => certificateOf(paper.open?.status) !== 'waiting')
  const kindOf = (file: FileWire) => chosen.get(file.id) ?? paperOfFile(file.name, papers)
  const unsorted = files.filter((file) => kindOf(file) === '').length

  const groups = Map.groupBy(files, kindOf)

  const check = (): Problems => {
    for (const [kind, added] of groups) {
      const paper = papers.find((one) => one.kind === kind)
      const pages = (paper?.open?.files.length ?? 0) + added.length
      if (pages > PAGES_MAX) return { files: `${paper?.name ?? '一份资料'}最多 ${PAGES_MAX} 页，现在有 ${pages} 页` }
    }
    return {}
  }
  /** What was stored stays stored when one is refused. */
  const save = async () => {
    for (const [kind, added] of groups) {
      const kept = papers.find((one) => one.kind === kind)?.open?.files ?? []
      const { data } = await client.ask(memberApi.certificateSave, {
        params: { kind },
        body: { file_ids: [...kept, ...added].map(({ id }) => id), submit: 0 },
        handles: FORM_HANDLES,
      })
      take(data, true)
    }
    toast({ text: `已存入 ${groups.size} 份资料，请逐份核对编号与有效期后提交`, tone: 'success' })
    onClose()
  }
  const waiting = uploading ? '文件上传中…' : files.length === 0 ? '保存' : unsorted > 0 && `还有 ${unsorted} 个文件未选资料`

  return (
    <FormDialog
      title="批量上传资料"
      wide
      size="lg"
      fields={['files']}
      otherwise="files"
      check={check}
      send={save}
      submit="保存"
      busyText="正在保存…"
      waiting={waiting}
      onClose={onClose}
    >
      {(problems, mend) => (
        <>
          <FileUpload
            purpose="certificate"
            label="照片或扫描件"
            hint="按文件名自动归类，归错的可以改"
            max={FILES_MAX}
            files={files}
            name="files"
            error={problems.files}
            onBusy={setUploading}
            onChange={(next) => {
              setFiles(next)
              mend('files')
            }}
          />
          {files.length > 0 && (
            <ul className={css.sorted} aria-label="文件归类">
              {files.map((file) => (
                <li key={file.id}>
                  <Select
                    label={`${file.name} 属于`}
                    empty="请选择资料"
                    value={kindOf(file)}
                    options={papers.map(({ kind, name }) => ({ value: kind, text: name }))}
                    onChange={({ target }) => {
                      setChosen(new Map([...chosen, [file.id, target.value]]))
                      mend('files')
                    }}
                  />
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </FormDialog>
  )
}
