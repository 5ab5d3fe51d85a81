/** The zones that the home page shows as floors; code is the category tree that fills it. */
export const FLOORS = [
  {
    code: 'selected',
    name: '优选专区',
    hint: '精选常用品规，包邮到店',
    panel_title: '优选包邮',
    panel_text: '常销品规集中备货，随单发出',
  },
  {
    code: 'herb',
    name: '中药专区',
    hint: '道地产区，一批一检，批批可追溯',
    panel_title: '中药饮片',
    panel_text: '标明产地，按批附检验报告',
  },
  {
    code: 'device',
    name: '器械专区',
    hint: '备案与注册证在线可查',
    panel_title: '检测与防护',
    panel_text: '血压计、口罩、注射器、敷料',
  },
] as const
