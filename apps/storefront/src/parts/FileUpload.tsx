import { type DragEvent, useId, useRef, useState } from 'react'
import type { UploadedFile } from '#api-client/upload.ts'
import type { FilePurpose } from '#contract/files.ts'
import { Icon } from '#ui/Icon.tsx'
import { FieldError, FieldHint } from '#ui/Labelled.tsx'
import css from './FileUpload.module.css'
import { type Accept, acceptAttribute, acceptWords, isPdf, sizeText, withinRoom } from './file-choice.ts'
import { useUploads } from './useUploads.ts'

export type { UploadedFile } from '#api-client/upload.ts'

interface Props {
  purpose: FilePurpose
  label: string
  /** By which a form finds the field, to say there what is wrong. */
  name?: string
  hint?: string
  /** image: pictures only; paper: pictures and PDF (the default). */
  accept?: Accept
  max: number
  files: readonly UploadedFile[]
  onChange: (files: UploadedFile[]) => void
  /** Said under the field and tied to it. */
  error?: string | undefined
  required?: boolean
  /** Whether something is still on its way: a form waits for it. */
  onBusy?: (busy: boolean) => void
}

/** Chooses, drops and sends files; each is a tile with its picture, its progress or what went wrong and the way to mend it. */
export function FileUpload({ purpose, label, name, hint, accept = 'paper', max, files, onChange, error, required = false, onBusy }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [note, setNote] = useState('')
  const { sending, add, again, drop, remove } = useUploads({ purpose, accept, files, onChange, onBusy })
  const room = max - files.length - sending.filter(({ problem }) => problem === '').length

  const take = (chosen: readonly File[]) => {
    const { taken, tooMany } = withinRoom(chosen, room)
    setNote(tooMany ? `最多上传 ${max} 个文件` : '')
    add(taken)
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take([...event.dataTransfer.files])
  }
  // The control that was used goes away with its tile; the place to add is where one goes on.
  const backToInput = () => requestAnimationFrame(() => input.current?.focus())
  const told = `${id}-hint ${id}-error`

  return (
    <fieldset
      className={css.field}
      aria-describedby={told}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <legend>
        {label}
        {required && (
          <span className={css.must} aria-hidden="true">
            *
          </span>
        )}
        <span className={css.count}>
          {files.length}/{max}
        </span>
      </legend>
      <ul className={css.tiles}>
        {files.map((file) => (
          <li key={file.id} className={css.tile}>
            <a href={file.url} target="_blank" rel="noreferrer" className={css.shown} aria-label={`查看 ${file.name}（新窗口）`}>
              {file.preview_url ? (
                <img src={file.preview_url} alt="" />
              ) : (
                <span className={css.paper}>
                  <Icon name="file" size={26} />
                  {isPdf(file) ? 'PDF' : '文件'}
                </span>
              )}
            </a>
            <span className={`${css.name} ell`} title={file.name}>
              {file.name}
            </span>
            <button
              type="button"
              className={css.remove}
              aria-label={`移除 ${file.name}`}
              onClick={() => {
                remove(file.id)
                backToInput()
              }}
            >
              <Icon name="close" size={12} />
            </button>
          </li>
        ))}
        {sending.map((one) => (
          <li key={one.key} className={one.problem ? `${css.tile} ${css.failed}` : css.tile}>
            {one.problem ? (
              <span className={css.why} role="alert">
                {one.problem}
                {one.again && (
                  <button type="button" className="link" onClick={() => again(one)}>
                    重试
                  </button>
                )}
              </span>
            ) : (
              <span className={css.going}>
                <progress value={one.share} max={1} aria-label={`正在上传 ${one.file.name}`} />
                {one.share < 1 ? `${Math.floor(one.share * 100)}%` : '正在检查…'}
              </span>
            )}
            <span className={`${css.name} ell`} title={one.file.name}>
              {one.file.name} {sizeText(one.file.size)}
            </span>
            <button
              type="button"
              className={css.remove}
              aria-label={one.problem ? `移除 ${one.file.name}` : `取消上传 ${one.file.name}`}
              onClick={() => {
                drop(one.key)
                backToInput()
              }}
            >
              <Icon name="close" size={12} />
            </button>
          </li>
        ))}
        {room > 0 && (
          <li>
            <label className={[css.add, over && css.over, error && css.bad].filter(Boolean).join(' ')}>
              <Icon name="plus" size={22} />
              <span>选择或拖入文件</span>
              <input
                ref={input}
                type="file"
                name={name}
                className="said"
                accept={acceptAttribute(accept)}
                multiple={max > 1}
                aria-label={`${label}：选择文件`}
                aria-invalid={error ? true : undefined}
                aria-describedby={told}
                onChange={({ target }) => {
                  take([...(target.files ?? [])])
                  // The same file may be chosen again.
                  target.value = ''
                }}
              />
            </label>
          </li>
        )}
      </ul>
      <FieldHint id={`${id}-hint`}>{[hint, acceptWords(accept)].filter(Boolean).join('；')}</FieldHint>
      <FieldError id={`${id}-error`}>{error || note}</FieldError>
    </fieldset>
  )
}
