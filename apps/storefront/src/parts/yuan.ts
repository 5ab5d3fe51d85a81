/** '3286.40' as people read it: 3,286.40 */
export const grouped = (yuan: string): string => yuan.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',')
