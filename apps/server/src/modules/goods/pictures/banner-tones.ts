/** Colours of the drawn banners: the same as the zones' accents in the storefront's tokens. */
export interface Tone {
  tint: string
  line: string
  main: string
  deep: string
}

export const TONES = {
  brand: { tint: '#eaf6f1', line: '#a6d8c3', main: '#00875a', deep: '#005138' },
  herb: { tint: '#fbf3e6', line: '#ecd9b8', main: '#8a5a1f', deep: '#5f3b10' },
  device: { tint: '#eaf2fb', line: '#c4daf2', main: '#1f66b8', deep: '#12427c' },
  near: { tint: '#fff5e0', line: '#f3d9a4', main: '#d98a00', deep: '#8a5200' },
  violet: { tint: '#f4effc', line: '#d9c8f4', main: '#6d3fb8', deep: '#4a2a80' },
  hot: { tint: '#fff4ef', line: '#ffc9b4', main: '#d4380d', deep: '#8f2407' },
} as const satisfies Record<string, Tone>
export type ToneName = keyof typeof TONES
