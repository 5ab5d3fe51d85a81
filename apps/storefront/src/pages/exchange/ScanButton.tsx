import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { toast } from '#ui/Toast.tsx'

/** Not among the types yet; phones' browsers have it, most others do not. */
interface Detector {
  detect: (picture: ImageBitmap) => Promise<{ rawValue: string }[]>
}
type DetectorKind = new () => Detector
const detectorKind = (): DetectorKind | null => (globalThis as { BarcodeDetector?: DetectorKind }).BarcodeDetector ?? null

/** What a label says: the number itself, or one inside an address. */
const CODE = /\d{20}|\d{13}|\d{8}/

/** Takes a picture of a trace code or barcode and reads it in the phone; nothing is sent. Not shown where the browser cannot. */
export function ScanButton({ text, onCode }: { text: string; onCode: (code: string) => void }) {
  const [can, setCan] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => setCan(detectorKind() !== null), [])
  if (!can) return null
  const read = async (file: File | undefined) => {
    const Kind = detectorKind()
    if (file === undefined || Kind === null) return
    try {
      const found = await new Kind().detect(await createImageBitmap(file))
      const code = found.map(({ rawValue }) => CODE.exec(rawValue)?.[0] ?? rawValue.trim()).find((one) => one !== '')
      if (code) onCode(code)
      else toast({ text: '没有认出条码，请靠近一些、拍清楚再试', tone: 'error' })
    } catch {
      // Whatever the decoder says, it means the same to people.
      toast({ text: '照片读不出来，请再拍一次', tone: 'error' })
    }
  }
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        onChange={(event) => {
          void read(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <Button onClick={() => input.current?.click()}>
        <Icon name="qr" />
        {text}
      </Button>
    </>
  )
}
