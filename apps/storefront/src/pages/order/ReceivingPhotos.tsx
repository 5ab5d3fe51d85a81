import { Block } from '#ui/Block.tsx'
import type { Problems } from '#ui/form.ts'
import { FileUpload, type UploadedFile } from '../../parts/FileUpload.tsx'
import type { PHOTOS, PhotoField } from './receiving-draft.ts'

export type Photos = Record<PhotoField, UploadedFile[]>
const PHOTOS_MAX = 9

interface Props {
  wanted: readonly (typeof PHOTOS)[number][]
  photos: Photos
  problems: Problems
  sendBack: boolean
  onPhotos: (field: PhotoField, files: UploadedFile[]) => void
  onBusy: (busy: boolean) => void
  onSendBack: (sendBack: boolean) => void
}

/** Pictures of what differs, and whether it goes back. */
export function ReceivingPhotos({ wanted, photos, problems, sendBack, onPhotos, onBusy, onSendBack }: Props) {
  return (
    <Block title="差异照片">
      {wanted.map(([, field, label, hint]) => (
        <FileUpload
          key={field}
          purpose="after_sale"
          label={label}
          name={field}
          hint={hint}
          accept="image"
          max={PHOTOS_MAX}
          files={photos[field]}
          required
          error={problems[field]}
          onChange={(files) => onPhotos(field, files)}
          onBusy={onBusy}
        />
      ))}
      <label className="check">
        <input type="checkbox" checked={!sendBack} onChange={({ target }) => onSendBack(!target.checked)} />
        <span>这些商品无法寄回，申请仅退款</span>
      </label>
    </Block>
  )
}
