# 井字棋 (pinyin): qipan = board, wanjia = player, kong = empty
KONG = 0


def yingle(qipan, wanjia):
    for i in range(3):
        if all(qipan[i][j] == wanjia for j in range(3)):
            return True
        if all(qipan[j][i] == wanjia for j in range(3)):
            return True
    if all(qipan[i][i] == wanjia for i in range(3)):
        return True
    return all(qipan[i][2 - i] == wanjia for i in range(3))


def kongwei(qipan):
    return [(i, j) for i in range(3) for j in range(3) if qipan[i][j] == KONG]


def jidaji(qipan, wanjia, alpha, beta):
    """fanhui (fenshu, weizhi)"""
    duishou = -wanjia
    if yingle(qipan, duishou):
        return -1 - len(kongwei(qipan)), None
    if not kongwei(qipan):
        return 0, None
    zuihao = (-100, None)
    for i, j in kongwei(qipan):
        qipan[i][j] = wanjia
        fenshu = -jidaji(qipan, duishou, -beta, -alpha)[0]
        qipan[i][j] = KONG
        if fenshu > zuihao[0]:
            zuihao = (fenshu, (i, j))
        alpha = max(alpha, fenshu)
        if alpha >= beta:
            break
    return zuihao


def zuijia_yibu(qipan, wanjia):
    fenshu, weizhi = jidaji(qipan, wanjia, -100, 100)
    return weizhi
