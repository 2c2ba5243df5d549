# Tugas 2 Kecerdasan Buatan: Tic Tac Toe dengan minimax
# Nama: Putri A.
import numpy as np

MANUSIA = 1      # X
KOMPUTER = -1    # O
KOSONG = 0

papan = np.zeros((3, 3), dtype=int)

def cetak(p):
    simbol = {1: 'X', -1: 'O', 0: '.'}
    for baris in p:
        print(' '.join(simbol[int(v)] for v in baris))

def pemenang(p):
    jumlah = list(p.sum(axis=0)) + list(p.sum(axis=1))
    jumlah.append(np.trace(p))
    jumlah.append(np.trace(np.fliplr(p)))
    if 3 in jumlah:
        return MANUSIA
    if -3 in jumlah:
        return KOMPUTER
    return 0

def langkah_kosong(p):
    return list(zip(*np.where(p == KOSONG)))

def minimax(p, kedalaman, giliran_komputer):
    w = pemenang(p)
    if w == KOMPUTER:
        return 10 - kedalaman
    if w == MANUSIA:
        return kedalaman - 10
    kosong = langkah_kosong(p)
    if len(kosong) == 0:
        return 0
    if giliran_komputer:
        terbaik = -100
        for (b, k) in kosong:
            p[b, k] = KOMPUTER
            terbaik = max(terbaik, minimax(p, kedalaman + 1, False))
            p[b, k] = KOSONG
        return terbaik
    else:
        terbaik = 100
        for (b, k) in kosong:
            p[b, k] = MANUSIA
            terbaik = min(terbaik, minimax(p, kedalaman + 1, True))
            p[b, k] = KOSONG
        return terbaik

def langkah_komputer(p):
    skor_terbaik = -100
    langkah = None
    for (b, k) in langkah_kosong(p):
        p[b, k] = KOMPUTER
        skor = minimax(p, 1, False)
        p[b, k] = KOSONG
        if skor > skor_terbaik:
            skor_terbaik = skor
            langkah = (b, k)
    return langkah

def main():
    while pemenang(papan) == 0 and len(langkah_kosong(papan)) > 0:
        cetak(papan)
        try:
            b = int(input("Baris (0-2): "))
            k = int(input("Kolom (0-2): "))
        except ValueError:
            print("Masukkan angka!")
            continue
        if papan[b, k] != KOSONG:
            print("Sudah terisi!")
            continue
        papan[b, k] = MANUSIA
        if pemenang(papan) == 0 and len(langkah_kosong(papan)) > 0:
            b, k = langkah_komputer(papan)
            papan[b, k] = KOMPUTER
    cetak(papan)
    hasil = pemenang(papan)
    print("Kamu menang!" if hasil == 1 else "Komputer menang!" if hasil == -1 else "Seri")

if __name__ == "__main__":
    main()
