/** Herbs, prepared pieces and the old formulas. Readings as in 中国药典 and 现代汉语词典; habits as buyers type them. */
export const HERBS = `
阿 a | e: 阿胶 东阿 阿井 阿附 山阿 阿房
术 zhu | shu: 手术 技术 学术 艺术 医术 仁术 武术 美术 战术 术后 术前 术中 术野
参 shen ~can | can: 参天 参考 参比 参数 参与 参照
重 zhong | chong: 重楼 重组 重庆 双重 重复 重建 重排 重药 重叠 重楼排石 重阳 重光 重升 重启
壳 qiao ~ke | ke: 贝壳 外壳 蛋壳 果壳 核桃壳 花生壳 椰壳 壳体 壳牌
藏 zang ~cang | cang: 冷藏 贮藏 储藏 收藏 保藏 珍藏 隐藏 藏匿 蕴藏 深藏 库藏
蛤 ge ~ha | ha: 蛤蟆 蛤青 雪蛤 蛤士蟆 田蛤 蛤油
蟆 ma ~mo
茇 ba ~fa
澄 cheng ~deng
茄 qie ~jia | jia: 雪茄 茄克
萹 bian ~pian
枸 gou ~ju | ju: 枸橼
橼 yuan ~chuan
桔 jie ~ju | ju: 桔子 桔红 桔核 桔络 桔叶 桔皮 蜜桔 柑桔 金桔 桔梅 桔味 橙桔 桔普 桔贝 桔饼 桔柚
梗 geng ~jing
柏 bai ~bo | bo: 柏林
薄 bo ~bao | bao: 薄片 超薄 轻薄 薄型
簿 bu ~bo | bo: 簿荷 簿芝
血 xue ~xie
仔 zai ~zi | zi: 仔细
没 mei ~mo | mo: 没药 没食子 乳没 没石子 没食 醋没 制没 炒没 没药树
蛸 xiao ~shao
葚 shen ~ren
椹 shen ~zhen
芎 xiong ~qiong,gong
调 tiao ~diao | diao: 调查 调研 调度 调令
行 xing ~hang | hang: 银行 行业 同行
大 da ~dai
薤 xie ~jiu
朴 pu ~po | po: 厚朴 川朴 姜朴 朴花 枳朴 朴硝 制朴 油朴 苏朴 紫朴
菀 wan ~yuan
萆 bi ~bei
薢 xie ~jie
莪 e ~wo
莨 lang ~liang,lan
荠 ji ~qi | qi: 荸荠
蔚 wei ~yu | yu: 蔚县
炮 pao ~bao
炙 zhi ~jiu
灸 jiu ~zhi
燀 chan ~dan
粘 nian ~zhan | zhan: 粘贴 粘胶 自粘 粘合 粘附剂 粘性绷带 粘扣
蜕 tui ~shui
虻 meng ~mang
龟 gui ~jun,qiu
芥 jie ~gai
蔓 man ~wan
蓼 liao ~lu
蓄 xu ~chu
芫 yuan ~yan | yan: 芫荽
茜 qian ~xi
芪 qi ~zhi,shi
芩 qin ~jin
瞿 qu ~ju
槟 bing ~bin
楂 zha ~cha
檗 bo ~bi,nie
蘖 nie ~bo | bo: 黄蘖 川蘖
诃 he ~ke
苣 ju ~qu
莶 xian ~lian,qian
豨 xi ~zhu
葜 qia ~qi
豉 chi ~shi,gu
酢 cu ~zuo
艽 jiao ~jiu
单 dan ~shan,chan | shan: 单县
便 bian ~pian | pian: 便宜
降 jiang ~xiang
尿 niao ~sui
露 lu ~lou
车 che ~ju
蝥 mao ~wu
铅 qian ~yan | yan: 铅山
莎 sha ~suo | suo: 莎草 莎草根
菝 ba ~bo
茛 gen ~liang
苋 xian ~jian
蓍 shi ~qi
蕈 xun ~tan
蓂 mi ~ming
薷 ru ~xu
蒡 bang ~pang
栝 gua ~kuo
棱 leng ~ling
楞 leng ~ling
射 she ~ye
竺 zhu ~du
爪 zhua ~zhao
扁 bian ~pian
番 fan ~pan | pan: 番禺
尾 wei ~yi
臭 chou ~xiu
雀 que ~qiao
络 luo ~lao
核 he ~hu
角 jiao ~jue
佛 fo ~fu
卜 bu ~bo | bo: 萝卜 罗卜 胡萝卜
石 shi ~dan
叶 ye ~xie
百 bai ~bo
地 di ~de
还 huan ~hai | huan: 还少 还阳 九转还 还精 还神 还睛 还童 还元 往还
合 he ~ge
和 he ~huo
盛 sheng ~cheng
乘 cheng ~sheng
畜 chu ~xu
遗 yi ~wei
秘 mi ~bi | mi: 秘诀
膀 pang ~bang | bang: 肩膀 臂膀 翅膀
匮 kui ~gui
柜 gui ~ju
衄 nv ~niu
胖 pang ~pan
咽 yan ~ye
觉 jue ~jiao | jiao: 睡觉
似 si ~shi
宿 su ~xiu
绰 chuo ~chao
咳 ke ~hai
咯 luo ~ge,ka,lo | ka: 咯血 咯痰 咯出
喀 ka ~ke
嗽 sou ~shu
疟 nve ~yao
荨 xun ~qian | xun: 荨麻疹 | qian: 荨麻
痔 zhi ~shi
痫 xian ~jian
疱 pao ~bao
痤 cuo ~zuo
龈 yin ~ken
龋 qu ~yu
睑 jian ~lian
脉 mai ~mo
解 jie ~xie | xie: 解州
差 cha ~chai
滑 hua ~gu
着 zhuo ~zhe,zhao
恶 e ~wu
塞 sai ~se | se: 闭塞 栓塞 阻塞 梗塞 堵塞
折 zhe ~she
扎 zha ~za
跌 die ~tie
熨 yun ~yu,wei
擦 ca ~cha
漱 shu ~sou
嚼 jiao ~jue | jue: 咀嚼
咀 ju ~zui
酏 yi ~tuo
曝 pu ~bao
熟 shu ~shou
剥 bo ~bao
削 xue ~xiao
拓 tuo ~ta
柞 zuo ~zha
柘 zhe ~shi
楮 chu ~zhe
栉 zhi ~jie
藠 jiao ~xiao
蓁 zhen ~qin
荛 rao ~yao
苕 shao ~tiao
筠 jun ~yun
獭 ta ~lai
蚌 beng ~bang | bang: 河蚌 珍珠蚌 蚌壳 蚌粉 蚌肉
蟅 zhe ~zhi
䗪 zhe ~zhi
`
