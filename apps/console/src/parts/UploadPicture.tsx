import { CloseOutlined, PaperClipOutlined, UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import type { FilePurpose, FileWire } from '#contract/files.ts'
import { staffUrl, uploadStaffFile } from '../api/files.ts'
import { sentenceOf } from './outcome.ts'

interface Props {
  purpose: FilePurpose
  /** As a field of antd's Form. */
  value?: readonly FileWire[]
  onChange?: (files: FileWire[]) => void
  most?: number
  /** What the browser offers to choose. */
  accept?: string
}

/** Pictures and PDF for a record; a form sends their ids. */
export function UploadPicture({
  purpose,
  value = [],
  onChange,
  most = 1,
  accept = 'image/jpeg,image/png,image/webp,application/pdf',
}: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const take = async (chosen: readonly File[]): Promise<void> => {
    setProblem('')
    setBusy(true)
    const files = [...value]
    try {
      for (const file of chosen.slice(0, most - files.length)) {
        files.push(await uploadStaffFile(file, purpose))
        onChange?.([...files])
      }
    } catch (error) {
      setProblem(sentenceOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="upload">
      {value.map((file) => (
        <span key={file.id} className="upload-one">
          {file.preview_url ? <img src={staffUrl(file.preview_url)} alt="" /> : <PaperClipOutlined />}
          <a className="ell" href={staffUrl(file.url)} target="_blank" rel="noreferrer">
            {file.name}
          </a>
          <Button
            type="text"
            size="small"
            icon={<CloseOutlined />}
            aria-label={`去掉 ${file.name}`}
            onClick={() => onChange?.(value.filter(({ id }) => id !== file.id))}
          />
        </span>
      ))}
      {value.length < most && (
        <Button icon={<UploadOutlined />} loading={isBusy} onClick={() => input.current?.click()}>
          选择文件
        </Button>
      )}
      {problem && <span className="bad s12">{problem}</span>}
      <input
        ref={input}
        type="file"
        hidden
        // Ant Design shows file fields within its forms.
        style={{ display: 'none' }}
        accept={accept}
        multiple={most > 1}
        onChange={({ target }) => {
          void take([...(target.files ?? [])])
          target.value = ''
        }}
      />
    </div>
  )
}
