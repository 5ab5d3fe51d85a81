/** Herbs, prepared pieces and old formulas: characters whose reading in a herb's name a general converter misses. */
export const HERBS = `
阿 a | e: 阿胶 东阿 阿井 阿魏酸
术 shu | zhu: 白术 苍术 莪术 枳术 于术 冬术 术附 芪术 参术 苓术 术苓 炒术 土术 生术 焦术 麸术 术甘 平术 台术 浙术 贡术 山术 赤术 蓬术 关术 北术 南术 京术 运术
参 shen ~can | can: 参天 参松养心 参半 参数 参考
楼 lou
重 zhong | chong: 重楼 重组 重庆  双重 重复 重症肌 三重 重感灵 重建 重排 重药 重叠
壳 ke | qiao: 枳壳 罂粟壳 蛤壳 甲壳 壳聚糖 地壳 贝壳 粟壳 米壳 核桃壳 金钱壳 果壳 花生壳 蝉壳 豆蔻壳 砂仁壳 瓜蒌壳 栝楼壳 紫贝壳 石决明壳 牡蛎壳 胡桃壳 栗壳 扁豆壳 桃壳 蛋壳 介壳 羧甲基壳 壳多糖 几丁壳 壳寡糖 壳脂 壳素 银杏壳
藏 cang | zang: 藏药 奇正藏 藏红花 藏青果 藏菖蒲 西藏 藏茵陈 藏茴香 藏木香 藏黄连 藏紫草 藏柴胡 藏菖 藏羚 藏医 藏边大黄 青藏 藏党参 藏锦鸡 藏麻黄 藏方 藏御堂 藏诺 藏王
蛤 ge ~ha | ha: 蛤蟆 青蛤 复方蛤青 蛤青 | ge: 蛤蚧 蛤壳 海蛤 文蛤 青黛蛤 煅蛤 蛤粉 黛蛤
荨 xun ~qian
荜 bi
澄 cheng ~deng
茄 qie ~jia
萹 bian ~pian
枸 gou ~ju | ju: 枸橼 | gou: 枸杞 枸骨
橘 ju
桔 jie ~ju | ju: 桔子 桔红 桔核 桔络 桔叶 桔皮 蜜桔 柑桔 金桔 桔梅 桔味 橙桔 桔普 桔花
梗 geng
柏 bai ~bo
薄 bo ~bao | bao: 薄膜 薄层 薄片 薄型 超薄 薄纱 轻薄
荷 he
血 xue ~xie
竭 jie
仔 zai ~zi | zi: 仔细
片 pian
癀 huang
没 mei ~mo | mo: 没药 没食子 乳没 没食 没石子
蛸 xiao ~shao
葚 shen ~ren
椹 shen ~zhen
芎 xiong ~qiong
独 du
活 huo
调 tiao ~diao | diao: 调查 调料 | tiao: 调中 调经 调胃 调元 川芎茶调 茶调 调节 调脂 调味 调肝 调气 调补 调血 调理
行 xing ~hang | hang: 银行 行业
大 da ~dai
夫 fu
薏 yi
苡 yi
薤 xie
藜 li
芦 lu
朴 po ~pu,piao | pu: 朴素 | po: 厚朴 | piao: 朴姓
广 guang
藿 huo
菀 wan ~yuan
萆 bi ~bei
薢 xie ~jie
蔻 kou
蒌 lou
楝 lian
栝 gua
楼 lou
莪 e
莨 lang ~liang
菪 dang
蓉 rong
苁 cong
肉 rou
芡 qian
荠 ji ~qi | qi: 荸荠 | ji: 荠菜 荠苨
葶 ting
苈 li
茺 chong
蔚 wei ~yu
炮 pao ~bao | pao: 炮姜 炮制 炮附 炮山甲 炮甲 炮天雄
炙 zhi
煅 duan
煨 wei
燀 chan
麸 fu
粘 nian ~zhan | zhan: 粘贴 粘胶 自粘 粘合
黏 nian
羌 qiang
蒡 bang
牛 niu
膝 xi
葛 ge
杷 pa
枇 pi
蟾 chan
酥 su
蜕 tui
虻 meng
鳖 bie
蛎 li
牡 mu
麝 she
蝎 xie
蜈 wu
蚣 gong
䗪 zhe ~zhi
蟅 zhe
蛭 zhi
蚧 jie
龟 gui ~jun
蕲 qi
蝉 chan
僵 jiang
蒺 ji
藁 gao
荆 jing
芥 jie ~gai
蔓 man ~wan
蓼 liao
蓄 xu
萸 yu
茱 zhu
菟 tu
芫 yuan ~yan | yan: 芫荽
荽 sui
茜 qian ~xi
茅 mao
芪 qi ~zhi
芩 qin
苓 ling
茯 fu
茵 yin
菊 ju
蒿 hao
艾 ai
蓟 ji
蒲 pu
菖 chang
蘼 mi
薇 wei
薷 ru
藤 teng
蒐 sou
瞿 qu ~ju
栀 zhi
枳 zhi
椇 ju
榧 fei
槟 bing ~bin
榔 lang
楂 zha ~cha
橼 yuan
樟 zhang
檗 bo ~bi
诃 he ~ke
堇 jin
韭 jiu
苘 qing
茴 hui
苎 zhu
苣 ju ~qu
苜 mu
蓿 xu
荔 li
荭 hong
莶 xian ~lian
豨 xi
莱 lai
菔 fu
菝 ba
葜 qia ~qi
蕤 rui
蕺 ji
藕 ou
虎 hu
杖 zhang
豉 chi
酢 cu
鹤 he
虱 shi
骨 gu
髓 sui
鹿 lu
茸 rong
麦 mai
麴 qu
曲 qu
饴 yi
饮 yin
胶 jiao
脂 zhi
臼 jiu
灸 jiu
艽 jiao ~jiu
秦 qin
蜇 zhe
蚕 can
蛹 yong
蛇 she
蝮 fu
蟋 xi
蟀 shuai
蝼 lou
蛄 gu
蜣 qiang
螂 lang
螵 piao
斑 ban
蝥 mao
地 di ~de
丹 dan
单 dan ~shan,chan
石 shi
决 jue
便 bian | pian: 便宜
解 jie
降 jiang ~xiang
尿 niao ~sui
露 lu ~lou
差 cha
囊 nang
泽 ze
泻 xie
漏 lou
芦 lu
荟 hui
娑 suo
罗 luo
车 che ~ju
盘 pan
磁 ci
硝 xiao
硼 peng
砂 sha
矾 fan
珀 po
琥 hu
礞 meng
铅 qian ~yan
雄 xiong
蓬 peng
莲 lian
萼 e
蕊 rui
鸦 ya
胆 dan
鸡 ji
矢 shi
屎 shi
熊 xiong
蜂 feng
蜡 la
胡 hu
椒 jiao
荳 dou
茭 jiao
淮 huai
怀 huai
槐 huai
牵 qian
巴 ba
戟 ji
远 yuan
志 zhi
知 zhi
甘 gan
松 song
仙 xian
鹤 he
淫 yin
羊 yang
藿 huo
锁 suo
苍 cang
耳 er
骨 gu
碎 sui
补 bu
石 shi
斛 hu
栗 li
罂 ying
粟 su
枯 ku
覆 fu
盆 pen
旋 xuan
墨 mo
旱 han
女 nv
贞 zhen
绿 lv ~lu
吕 lv
率 lv ~shuai | shuai: 率先
铝 lv
氯 lv
滤 lv
膂 lv
虑 lv
`
