import { useState } from 'react'
import { ApiError } from '#api-client/client.ts'
import { useApi } from '#api-client/context.tsx'
import { credentialApi } from '../../api/credential-calls.ts'

export interface CaptchaControl {
  /** null: none is asked for. */
  picture: { id: string; image: string } | null
  /** A new picture: each can be answered once. */
  renew: () => void
}

/** The picture whose signs somebody types when an answer asked for that. */
export function useCaptcha(): CaptchaControl {
  const client = useApi()
  const [picture, setPicture] = useState<CaptchaControl['picture']>(null)
  const renew = () => {
    client.ask(credentialApi.captcha, {}).then(
      ({ data }) => setPicture(data),
      // Shown by the error catalogue; the old picture stays, and another may be asked for.
      () => undefined,
    )
  }
  return { picture, renew }
}

/** Whether a refusal asks for a captcha, or was about the one that was typed. */
export function asksForCaptcha(error: unknown): boolean {
  if (!(error instanceof ApiError) || typeof error.data !== 'object' || error.data === null) return false
  return ('captcha' in error.data && error.data.captcha === 1) || error.fieldErrors.some(({ field }) => field === 'captcha')
}
