import { saveFile } from '#api-client/save-file.ts'
import { toast } from '#ui/Toast.tsx'
import { useBusy } from '#ui/useBusy.ts'

/** Saves a file of the server's, one at a time; why there is none is said in passing. */
export function useSaveFile() {
  const { busy, run } = useBusy()
  const save = (url: string, saved?: () => void) =>
    void run(async () => {
      const problem = await saveFile(url)
      if (problem) toast({ text: problem, tone: 'error' })
      else saved?.()
    })
  return { busy, save }
}
