# XOX oyunu (yapay zeka ödevi)
bos = "-"
cizgiler = [[1, 2, 3], [4, 5, 6], [7, 8, 9], [1, 4, 7], [2, 5, 8], [3, 6, 9], [1, 5, 9], [3, 5, 7]]


def kazandi_mi(tahta, oyuncu):
    for cizgi in cizgiler:
        if all(tahta[kare] == oyuncu for kare in cizgi):
            return True
    return False


def bos_kareler(tahta):
    return [kare for kare in tahta if tahta[kare] == bos]


def puanla(tahta, sira, ben, rakip, hafiza):
    anahtar = tuple(tahta.values())
    if anahtar in hafiza:
        return hafiza[anahtar]
    kareler = bos_kareler(tahta)
    if kazandi_mi(tahta, ben):
        puan = 10 + len(kareler)
    elif kazandi_mi(tahta, rakip):
        puan = -10 - len(kareler)
    elif not kareler:
        puan = 0
    else:
        puanlar = []
        for kare in kareler:
            tahta[kare] = sira
            puanlar.append(puanla(tahta, rakip if sira == ben else ben, ben, rakip, hafiza))
            tahta[kare] = bos
        puan = max(puanlar) if sira == ben else min(puanlar)
    hafiza[anahtar] = puan
    return puan


def en_iyi_hamle(tahta, oyuncu):
    rakip = "O" if oyuncu == "X" else "X"
    hafiza = {}
    en_iyi, hamle = -1000, None
    for kare in bos_kareler(tahta):
        tahta[kare] = oyuncu
        puan = puanla(tahta, rakip, oyuncu, rakip, hafiza)
        tahta[kare] = bos
        if puan > en_iyi:
            en_iyi, hamle = puan, kare
    return hamle
